#!/usr/bin/env python3
"""hearth-echo beside others over TLS and with permessage-deflate, in turns, in one run.

    bench-secure.py --compare path/to/compare.py --dir DIR --ours PROGRAM [--reps 5] [--workloads W1a,W1b,W2,W4,W4quarter,idle] [--secrets tls,deflate]

The comparison program has the peers, the workloads and how a server is measured; this adds what it has no switch for. The plain C
reference runs in the same turns, so that every ratio says what encryption or compression costs above it. Server on CPU 0, generator on
CPU 1. W4quarter is W4 with a quarter of its messages: over TLS W4 itself takes all of a core, whoever serves it, so that its cost says how
much was joined under overload; in a slow hour so does half of it, W4half. With idle, the servers' processor seconds per 10,000 connects are what
compares, since the rate may be the generator's. Exit status 1 when hearth-echo lost, doubled, misrouted or reordered a message or gave
no result.
"""
import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile


def comparison(path):
    specification = importlib.util.spec_from_file_location("compare", path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def certificate(folder):
    """A key and a certificate for 127.0.0.1, made for this run."""
    key, cert = os.path.join(folder, "key.pem"), os.path.join(folder, "cert.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout", key, "-out", cert],
        check=True, capture_output=True)
    return cert, key


def servers(peers, ours, kind, cert, key):
    """Name: command, environment, what the generator is told."""
    start = f"{ours} --listen 127.0.0.1:{{port}} --rooms --loops 1"
    base = {"c-tick plain": (*peers["c-tick"], [])}
    if kind == "tls":
        environment, told = {"TLS": "1", "CERT": cert, "KEY": key}, ["--tls"]
        start += f" --tls-cert {cert} --tls-key {key}"
    else:
        environment, told = {"DEFLATE": "1"}, ["--deflate"]
        start += " --deflate"
    for name in ("node-ws", "libwebsockets"):
        command, own = peers[name]
        base[name] = (command, {**own, **environment}, told)
    base["ours"] = (start, {}, told)
    return base


def middle(rows, key):
    values = [row[key] for row in rows if key in row]
    return statistics.median(values) if values else float("nan")


def table(kind, workload, rows, names, reps):
    print(f"\n{workload}, {'TLS' if kind == 'tls' else 'permessage-deflate'}")
    bad = 0
    ours = rows["ours"]
    for name in names:
        own = rows[name]
        bad |= name == "ours" and len(own) < reps
        if len(own) < reps:
            print(f"  {name:14} no result in {reps - len(own)} of {reps}")
        if not own:
            continue
        if workload == "idle":
            print(f"  {name:14} {middle(own, 'bytes_per_conn'):8.0f} B/connection idle {middle(own, 'bytes_per_conn_touched'):8.0f} after a message "
                  f"{middle(own, 'connect_per_s'):8.0f} connects/s, CPU-s for 10,000: server {middle(own, 'connect_cpu_s_per_10k'):6.2f} "
                  f"generator {middle(own, 'client_cpu_s_per_10k'):6.2f}")
            continue
        wrong = sum(row["lost"] + row["duplicated"] + row["misrouted"] + row["order_differs"] for row in own)
        # The others may not keep up with a fixed rate; that is their figure, not a failure.
        bad |= name == "ours" and wrong > 0
        cost = middle(own, "cpu_s_per_million")
        above = cost / middle(rows["c-tick plain"], "cpu_s_per_million") if rows["c-tick plain"] else float("nan")
        beside = middle(ours, "cpu_s_per_million") / cost if ours else float("nan")
        print(f"  {name:14} {middle(own, 'deliveries_per_s'):9.0f} deliveries/s {cost:7.2f} CPU-s/M {above:6.2f} x C plain  ours costs {beside:5.2f} x this  "
              f"p50 {middle(own, 'p50_us'):7.0f} p99 {middle(own, 'p99_us'):7.0f} us  wrong {wrong}")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compare", required=True)
    parser.add_argument("--dir", required=True)
    parser.add_argument("--ours", required=True)
    parser.add_argument("--reps", type=int, default=5)
    parser.add_argument("--workloads", default="W1a,W1b,W2,W4,W4quarter,idle")
    parser.add_argument("--secrets", default="tls,deflate")
    arguments = parser.parse_args()
    compare = comparison(arguments.compare)
    folder = os.path.abspath(arguments.dir)
    port, bad, everything = 23000 + os.getpid() % 1000, 0, []
    with tempfile.TemporaryDirectory() as secrets:
        cert, key = certificate(secrets)
        for kind in arguments.secrets.split(","):
            chosen = servers(compare.peers(folder), arguments.ours, kind, cert, key)
            for workload in arguments.workloads.split(","):
                # Fewer connections with TLS: the slower of the peers take half a minute for 10,000 handshakes.
                count = "2000" if kind == "tls" else "10000"
                idle = ["--idle", count, "--members", "5", "--touch", "--hold", "1"]
                # The last of two equal options holds.
                half, quarter = (compare.WORKLOADS["W4"] + ["--rate", rate] for rate in ("50", "25"))
                load = {**compare.WORKLOADS, "W4half": half, "W4quarter": quarter, "idle": idle}[workload]
                rows = {name: [] for name in chosen}
                for _ in range(arguments.reps):
                    for name, (command, environment, told) in chosen.items():
                        port += 1
                        try:
                            row = compare.measure(folder, command, environment, port, load + told)
                        except (subprocess.TimeoutExpired, SystemExit) as failure:
                            print(f"{name} {workload} {kind}: {failure}", flush=True)
                            continue
                        if row:
                            rows[name].append(row)
                            everything.append({**row, "server": name, "workload": workload, "secret": kind})
                bad |= table(kind, workload, rows, chosen, arguments.reps)
                sys.stdout.flush()
    json.dump(everything, open(os.path.join(folder, "secure.json"), "w"))
    return bad


if __name__ == "__main__":
    sys.exit(main())
