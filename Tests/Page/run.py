#!/usr/bin/env python3
"""Lives the page's scenarios in headless Chromium against a real server, and checks its looks, sizes and accessibility.

    Tests/Page/run.py --hearthd PATH --hearth PATH            a server of its own, killed and started again by the tests
    Tests/Page/run.py --url http://127.0.0.1:7433 --hearth PATH   a server that runs already
    --only NAME…  some scenarios   --pictures FOLDER  keeps pictures of every view
"""

import argparse
import asyncio
import sys
import time
import traceback

import access
import doors
import household
import looks
import ownthings
import scenarios
import sentences
import telling
import units
from chromium import Browser
from world import Server


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", default=None)
    parser.add_argument("--hearthd", default="hearthd")
    parser.add_argument("--hearth", default="hearth")
    # Every page and terminal of the tests is one address.
    parser.add_argument("--server-options", default="--registrations-per-hour 10000 --connections-per-address 1000 --groups-per-hour 1000 --wrong-codes-per-minute 100 "
                        "--message-rate 1000 --message-burst 2000 --identity-message-rate 1000 --identity-message-burst 2000 --web-push mailto:ops@example.org --notify-hook /bin/true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--pictures", default="")
    return parser.parse_args()


async def main():
    options = arguments()
    checks = [*units.ALL, *scenarios.ALL, *household.ALL, *ownthings.ALL, *doors.ALL, *telling.ALL, *looks.ALL, *access.ALL]
    if options.only:
        checks = [one for one in checks if one.__name__ in options.only]
    failures = 0
    if not options.only:
        missing = list(sentences.problems())
        print(f"{'FAILED' if missing else 'passed'} sentences", *missing, sep="\n    " if missing else " ")
        failures += bool(missing)
    looks.FOLDER = options.pictures
    async with Server(options) as server, Browser() as browser:
        for check in checks:
            start = time.monotonic()
            browser.pages.clear()
            try:
                said = await check(browser, server)
                said = said if isinstance(said, str) else ""
                errors = [error for page in browser.pages.values() for error in page.errors]
                if errors:
                    raise AssertionError("Chromium's console has errors:\n" + "\n".join(errors))
                print(f"passed {check.__name__} ({time.monotonic() - start:.1f} s) {said}", flush=True)
            except Exception as failure:
                failures += 1
                print(f"FAILED {check.__name__} ({time.monotonic() - start:.1f} s): {failure}", flush=True)
                if not isinstance(failure, AssertionError):
                    traceback.print_exc()
                if options.pictures:
                    for place, page in enumerate(browser.pages.values()):
                        try:
                            await page.picture(f"{options.pictures}/failed-{check.__name__}-{place}.png")
                        except Exception:
                            pass
            for page in list(browser.pages.values()):
                try:
                    await page.close()
                except Exception:
                    pass
    return failures


if __name__ == "__main__":
    sys.exit(1 if asyncio.run(main()) else 0)
