"""Four proxies in front of one server on loopback, each told to compress answers."""
import os
import subprocess

from loopback import free_port, until_open


def nginx(folder, debian, port, server, kinds):
    return f"""daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; events {{}}
http {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
gzip on; gzip_types {" ".join(kinds)}; gzip_min_length 1;
server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://127.0.0.1:{server}; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; }} }} }}
""", [debian / "usr/sbin/nginx", "-e", folder / "nginx.log", "-c", folder / "nginx", "-p", folder]


def haproxy(folder, debian, port, server, kinds):
    return f"""defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend front
  bind 127.0.0.1:{port}
  default_backend back
backend back
  compression algo gzip
  compression type {" ".join(kinds)}
  server one 127.0.0.1:{server}
""", [debian / "usr/sbin/haproxy", "-db", "-f", folder / "haproxy"]


def apache(folder, debian, port, server, kinds):
    modules = "\n".join(f"LoadModule {module}_module {debian}/usr/lib/apache2/modules/mod_{module}.so"
                        for module in ("mpm_event", "authz_core", "filter", "deflate", "proxy", "proxy_http"))
    owner = "User www-data\nGroup www-data" if os.getuid() == 0 else ""
    return f"""ServerName half
Listen 127.0.0.1:{port}
PidFile {folder}/apache.pid
ErrorLog {folder}/apache.log
{owner}
{modules}
AddOutputFilterByType DEFLATE {" ".join(kinds)}
ProxyPass / http://127.0.0.1:{server}/
""", [debian / "usr/sbin/apache2", "-X", "-f", folder / "apache"]


def caddy(folder, debian, port, server, kinds):
    types = "\n".join(f"        header Content-Type {kind}*" for kind in kinds)
    return f"""{{
  admin off
  auto_https off
  persist_config off
}}
http://127.0.0.1:{port} {{
  bind 127.0.0.1
  encode gzip {{
    minimum_length 1
    match {{
{types}
    }}
  }}
  reverse_proxy 127.0.0.1:{server}
}}
""", [folder / "venv/bin/caddy", "run", "--adapter", "caddyfile", "--config", folder / "caddy"]


PROXIES = {"nginx": nginx, "haproxy": haproxy, "apache": apache, "caddy": caddy}


def behind_each(folder, server, kinds, use, proxies=PROXIES):
    """Starts one proxy after the other, and calls use(name, port) when it answers; kinds are the types that it compresses."""
    for name, write in proxies.items():
        port = free_port()
        configuration, command = write(folder, folder / "debian", port, server, kinds)
        (folder / name).write_text(configuration)
        with open(folder / f"{name}.output", "w") as output:
            proxy = subprocess.Popen(command, stdout=output, stderr=output, env={**os.environ, "HOME": str(folder)})
        until_open(port, proxy, name, folder / f"{name}.output")
        use(name, port)
        proxy.terminate()
        proxy.wait()
