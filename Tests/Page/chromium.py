"""Headless Chromium over its DevTools protocol: pages that are looked at and used as a person would, by labels and texts.

Nothing here sleeps: it waits for what the page shows, with a bound after which the test fails and says what was shown instead.
"""

import asyncio
import base64
import contextlib
import json
import os
import shutil
import signal
import tempfile

from websockets.asyncio.client import connect

PATIENCE = float(os.environ.get("HEARTH_PAGE_PATIENCE", "15"))

# Finds controls as a screen reader's user does: by what they are called. Runs in the page.
FINDER = r"""
globalThis.hearthTest = {
  isShown(element) {
    if (!element.isConnected || element.closest('[inert]')) return false;
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    if (dialog && !dialog.contains(element) && !element.closest('.toast-place')) return false;
    return element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
  },
  name(element) {
    const label = element.getAttribute('aria-label') || (element.labels?.length ? element.labels[0].innerText : '') || element.innerText || element.value || element.title || '';
    return label.replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ').trim();
  },
  find(kind, name, place = 0) {
    const kinds = {button: 'button, a[href], summary, [role=button]', field: 'input, select, textarea', any: '*'};
    const found = [...document.querySelectorAll(kinds[kind] ?? kind)].filter((one) => this.isShown(one));
    const exact = found.filter((one) => this.name(one) === name);
    return (exact.length ? exact : found.filter((one) => this.name(one).startsWith(name)))[place]
      ?? found.filter((one) => this.name(one).includes(name))[place] ?? null;
  },
  // A module of the page, under whatever name the server gives it.
  module(name) {
    // All files stand in one folder, whose name is the page's version.
    return import(new URL(`${name}.js`, document.querySelector('script[type=module]').src).href);
  },
  text() {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    return (dialog ?? document.getElementById('app') ?? document.body).innerText;
  },
};
"""


class Failed(AssertionError):
    """What was awaited did not come."""


class Browser:
    """One Chromium; each person has a context of their own, so nobody shares a token."""

    def __init__(self):
        self.process = None
        self.socket = None
        self.folder = None
        self.asked = {}
        self.count = 0
        self.pages = {}

    async def __aenter__(self):
        self.folder = tempfile.mkdtemp(prefix="hearth-page-")
        program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
        if not program:
            raise SystemExit("Chromium is not installed: apt-get install chromium")
        self.process = await asyncio.create_subprocess_exec(
            program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
            "--remote-debugging-port=0", "--host-resolver-rules=MAP hearth.test 127.0.0.1", f"--user-data-dir={self.folder}", "about:blank",
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE, start_new_session=True)
        while True:
            line = (await asyncio.wait_for(self.process.stderr.readline(), 60)).decode()
            if not line:
                raise Failed("Chromium ended before it listened.")
            if line.startswith("DevTools listening on "):
                address = line.split()[-1]
                break
        self.drain = asyncio.create_task(self.process.stderr.read())
        self.socket = await connect(address, max_size=None, ping_interval=None)
        self.reader = asyncio.create_task(self.read())
        return self

    async def __aexit__(self, *_):
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self.send("Browser.close"), 5)
        self.reader.cancel()
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self.process.wait(), 5)
        if self.process.returncode is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            await self.process.wait()
        self.drain.cancel()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def read(self):
        async for text in self.socket:
            message = json.loads(text)
            if "id" in message:
                waiting = self.asked.pop(message["id"], None)
                if waiting and not waiting.done():
                    if "error" in message:
                        waiting.set_exception(Failed(json.dumps(message["error"])))
                    else:
                        waiting.set_result(message["result"])
            elif message.get("sessionId") in self.pages:
                self.pages[message["sessionId"]].hear(message["method"], message["params"])

    async def send(self, method, session=None, **params):
        self.count += 1
        waiting = asyncio.get_running_loop().create_future()
        self.asked[self.count] = waiting
        await self.socket.send(json.dumps({"id": self.count, "method": method, "params": params, **({"sessionId": session} if session else {})}))
        try:
            return await asyncio.wait_for(waiting, PATIENCE * 2)
        except asyncio.TimeoutError:
            raise Failed(f"Chromium did not answer {method}") from None

    async def person(self, width=390, height=844, **options):
        """A new person with a page of their own."""
        context = (await self.send("Target.createBrowserContext"))["browserContextId"]
        return await self.page(context, width, height, **options)

    async def page(self, context, width=390, height=844, dark=False, language="en-GB"):
        target = (await self.send("Target.createTarget", url="about:blank", browserContextId=context, newWindow=True))["targetId"]
        session = (await self.send("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        page = Page(self, session, context, target)
        self.pages[session] = page
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"]:
            await page.send(f"{domain}.enable")
        await page.send("Page.addScriptToEvaluateOnNewDocument", source=FINDER)
        # The locale alone does not change navigator.language.
        agent = (await self.send("Browser.getVersion"))["userAgent"]
        await page.send("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
        await page.send("Emulation.setLocaleOverride", locale=language)
        await page.send("Emulation.setTimezoneOverride", timezoneId="Asia/Kolkata")
        await page.size(width, height, dark)
        return page


class Page:
    """A page that somebody looks at."""

    def __init__(self, browser, session, context, target):
        self.browser, self.session, self.context, self.target = browser, session, context, target
        self.errors = []
        self.requests = {}
        self.bytes = {}
        # Messages of WebSockets, as texts.
        self.sent, self.heard = [], []
        # Of service workers, once they are asked for.
        self.registrations = []
        # What a test expects to fail: requests while there is no server.
        self.expects_no_server = False
        self.expects_refusals = False

    async def send(self, method, **params):
        return await self.browser.send(method, self.session, **params)

    def hear(self, method, params):
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append("exception: " + details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.errors.append("console: " + " ".join(str(one.get("value", one.get("description"))) for one in params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            entry = params["entry"]
            # Chromium says so wherever there is no TLS.
            if entry["text"].startswith("The Cross-Origin-Opener-Policy header has been ignored"):
                return
            if self.expects_refusals or entry["source"] == "network" and self.expects_no_server:
                return
            self.errors.append(f"log: {entry['source']}: {entry['text']} {entry.get('url', '')}")
        elif method == "ServiceWorker.workerRegistrationUpdated":
            self.registrations += [one["registrationId"] for one in params["registrations"]]
        elif method == "Network.requestWillBeSent":
            self.requests[params["requestId"]] = params["request"]["url"]
        elif method == "Network.webSocketFrameSent":
            self.sent.append(params["response"]["payloadData"])
        elif method == "Network.webSocketFrameReceived":
            self.heard.append(params["response"]["payloadData"])
        elif method == "Network.loadingFinished":
            self.bytes[self.requests.get(params["requestId"], "?")] = params["encodedDataLength"]

    async def size(self, width, height, dark=False):
        await self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=width < 700)
        await self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    async def goto(self, url):
        await self.send("Page.navigate", url=url)
        await self.until("document.readyState === 'complete' && location.href !== 'about:blank'", f"the page {url}")

    async def run(self, script):
        """The value of an expression in the page; promises are awaited."""
        answer = await self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise Failed(answer["exceptionDetails"].get("exception", {}).get("description", "?"))
        return answer["result"].get("value")

    async def until(self, condition, what, patience=PATIENCE):
        """Waits in the page until a condition holds, looking again and again."""
        script = f"""new Promise((resolve) => {{
          const end = performance.now() + {patience * 1000};
          const look = async () => {{
            let value = null;
            try {{ value = await ({condition}); }} catch {{}}
            if (value) return resolve(value);
            if (performance.now() > end) return resolve(null);
            setTimeout(look, 30);
          }};
          look();
        }})"""
        deadline = asyncio.get_running_loop().time() + patience
        while True:
            try:
                found = await asyncio.wait_for(self.run(script), patience + 5)
            except Failed as failure:
                # The page went elsewhere while it was looked at.
                if asyncio.get_running_loop().time() > deadline or "SyntaxError" in str(failure):
                    raise
                continue
            if found:
                return found
            shown = await self.run("globalThis.hearthTest?.text() ?? document.body?.innerText")
            raise Failed(f"did not come: {what}\n--- shown instead:\n{shown}\n--- errors: {self.errors}")

    async def sees(self, *texts, patience=PATIENCE):
        """Waits until all the texts are shown."""
        for text in texts:
            await self.until(f"hearthTest.text().replace(/\\s+/g, ' ').includes({json.dumps(text)})", f"the text {text!r}", patience)

    async def sees_not(self, text):
        await self.until(f"!hearthTest.text().replace(/\\s+/g, ' ').includes({json.dumps(text)})", f"no text {text!r}")

    async def click(self, name, kind="button", place=0):
        """Clicks a control where it stands, as a finger would."""
        find = f"hearthTest.find({json.dumps(kind)}, {json.dumps(name)}, {place})"
        await self.until(find + "?.disabled === false || " + find + "?.disabled === undefined && " + find + " !== null", f"the {kind} {name!r}")
        # Where it stands once it stands still: what arrives meanwhile moves a sheet.
        spot = await self.run(f"""(async () => {{
          const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
          let one = {find}, box = null;
          for (let turn = 0; turn < 20; turn++) {{
            one.scrollIntoView({{block: 'center', behavior: 'instant'}});
            const before = box;
            box = one.getBoundingClientRect();
            if (before && before.x === box.x && before.y === box.y && before.width === box.width) break;
            await frame();
            one = {find} ?? one;
          }}
          const x = box.x + box.width / 2, y = box.y + box.height / 2;
          const hit = document.elementFromPoint(x, y);
          return {{x, y, isHit: Boolean(hit && (one.contains(hit) || hit.contains(one)))}}; }})()""")
        if not spot["isHit"]:
            await self.run(f"{find}.click()")
            return
        for kind_ in ("mousePressed", "mouseReleased"):
            await self.send("Input.dispatchMouseEvent", type=kind_, x=spot["x"], y=spot["y"], button="left", clickCount=1)

    async def fill(self, name, text, place=0):
        """Types into a field, in place of what it has."""
        find = f"hearthTest.find('field', {json.dumps(name)}, {place})"
        await self.until(find, f"the field {name!r}")
        await self.run(f"(() => {{ const one = {find}; one.scrollIntoView({{block: 'center'}}); one.focus(); one.select?.(); }})()")
        if await self.run(f"{find}.tagName === 'SELECT' || {find}.type === 'date'"):
            await self.run(f"(() => {{ const one = {find}; one.value = {json.dumps(text)}; one.dispatchEvent(new Event('input', {{bubbles: true}})); "
                           f"one.dispatchEvent(new Event('change', {{bubbles: true}})); }})()")
            return
        await self.send("Input.dispatchKeyEvent", type="keyDown", key="Backspace", code="Backspace", windowsVirtualKeyCode=8)
        await self.send("Input.dispatchKeyEvent", type="keyUp", key="Backspace", code="Backspace", windowsVirtualKeyCode=8)
        if text:
            await self.send("Input.insertText", text=text)

    async def press(self, key, code=None, number=0):
        for kind in ("keyDown", "keyUp"):
            text = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
            await self.send("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, windowsVirtualKeyCode=number, **text)

    async def choose_file(self, selector, path):
        await self.until(f"document.querySelector({json.dumps(selector)})", selector)
        found = await self.send("Runtime.evaluate", expression=f"document.querySelector({json.dumps(selector)})")
        await self.send("DOM.setFileInputFiles", files=[path], objectId=found["result"]["objectId"])

    async def offline(self, is_offline):
        """Takes the page's network away, or gives it back. What the page tries meanwhile fails, as it must."""
        self.expects_no_server = True
        await self.send("Network.emulateNetworkConditions", offline=is_offline, latency=0, downloadThroughput=-1, uploadThroughput=-1)

    async def picture(self, path, full=False):
        """Writes a picture of the page."""
        options = {}
        if full:
            metrics = await self.send("Page.getLayoutMetrics")
            box = metrics["cssContentSize"]
            options = {"captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": box["width"], "height": box["height"], "scale": 1}}
        data = (await self.send("Page.captureScreenshot", format="png", **options))["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    async def close(self):
        await self.browser.send("Target.closeTarget", targetId=self.target)
