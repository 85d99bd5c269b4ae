"""Five more proxies in front of one server on loopback, which pass on what comes and compress nothing."""
import os


def varnish(folder, debian, port, server, kinds):
    return f"""vcl 4.1;
backend default {{ .host = "127.0.0.1"; .port = "{server}"; }}
""", [debian / "usr/sbin/varnishd", "-F", "-j", "none", "-n", folder / "varnish-work", "-a", f"127.0.0.1:{port}", "-f", folder / "varnish", "-s", "malloc,20m",
      "-p", f"vcl_path={debian}/etc/varnish"]


def squid(folder, debian, port, server, kinds, upgrades="OTHER"):
    work = folder / "squid-work"
    work.mkdir(exist_ok=True)
    os.chmod(folder, 0o755)
    os.chmod(work, 0o777)
    return f"""http_port 127.0.0.1:{port} accel defaultsite=127.0.0.1 no-vhost
cache_peer 127.0.0.1 parent {server} 0 no-query originserver name=server
http_access allow all
http_upgrade_request_protocols {upgrades} allow all
cache deny all
pid_filename {work}/pid
access_log none
cache_log {work}/log
coredump_dir {work}
mime_table {debian}/usr/share/squid/mime.conf
icon_directory {debian}/usr/share/squid/icons
error_directory {debian}/usr/share/squid-langpack/templates
unlinkd_program {debian}/usr/lib/squid/unlinkd
pinger_enable off
netdb_filename none
shutdown_lifetime 1 seconds
visible_hostname squid
cache_effective_user nobody
max_filedescriptors 4096
""", [debian / "usr/sbin/squid", "-N", "-f", folder / "squid", "-n", f"finding{port}"]


def lighttpd(folder, debian, port, server, kinds):
    return f"""server.document-root = "{folder}"
server.port = {port}
server.bind = "127.0.0.1"
server.errorlog = "{folder}/lighttpd.log"
server.modules = ("mod_proxy")
server.stream-response-body = 2
proxy.server = ("" => (("host" => "127.0.0.1", "port" => {server})))
proxy.header = ("upgrade" => "enable")
""", [debian / "usr/sbin/lighttpd", "-D", "-f", folder / "lighttpd", "-m", debian / "usr/lib/lighttpd"]


def h2o(folder, debian, port, server, kinds):
    return f"""listen: {{host: 127.0.0.1, port: {port}}}
{"user: root" if os.getuid() == 0 else ""}
pid-file: {folder}/h2o.pid
error-log: {folder}/h2o.log
num-threads: 1
hosts:
  default:
    paths:
      "/":
        proxy.reverse.url: "http://127.0.0.1:{server}/"
        proxy.websocket: ON
""", [debian / "usr/bin/h2o", "-m", "worker", "-c", folder / "h2o"]


def nghttpx(folder, debian, port, server, kinds):
    return f"""frontend=127.0.0.1,{port};no-tls
backend=127.0.0.1,{server}
errorlog-file={folder}/nghttpx.log
workers=1
""", [debian / "usr/sbin/nghttpx", f"--conf={folder}/nghttpx"]


PROXIES = {"varnish": varnish, "squid": squid, "lighttpd": lighttpd, "h2o": h2o, "nghttpx": nghttpx}
