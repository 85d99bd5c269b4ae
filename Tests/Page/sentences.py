"""Every sentence that the page can say, found in its modules, and whether each stands in Hindi."""

import re
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parents[2] / "Web"
TEXT = r"'((?:[^'\\\n]|\\.)*)'"


def wanted():
    """Sentences that are said by t, tx or tn, and words that are looked up in tables and then said."""
    found = {}
    for file in sorted(WEB.glob("*.js")):
        if re.fullmatch(r"hi(-\w+)?\.js", file.name):
            continue
        source = file.read_text()
        for call in re.finditer(r"\b(tn|tx|t)\(", source):
            depth, end = 1, call.end()
            while depth and end < len(source):
                depth += {"(": 1, ")": -1}.get(source[end], 0)
                end += 1
            inside = source[call.end():end - 1].strip()
            if call.group(1) == "tn":
                texts = re.findall(TEXT, inside)[:2]
            elif inside.startswith("'"):
                texts = re.findall(TEXT, inside)[:1]
            else:
                # A choice of sentences: `isOne ? 'this' : 'that'`, or a table of them.
                head = re.split(r",\s*\{", inside)[0] if not inside.startswith("{") else inside
                texts = [text for text in re.findall(TEXT, head) if not re.fullmatch(r"[A-Z_]+|[a-z]+[A-Z]\w*", text)]
            for text in filter(None, texts):
                found.setdefault(text.replace("\\'", "'"), file.name)
    notice = (WEB / "notice.js").read_text()
    for text in re.findall(r"^  " + TEXT + ",$", notice, re.M):
        found[text.replace("\\'", "'")] = "notice.js"
    words = (WEB / "words.js").read_text()
    for table in re.findall(r"const (?:usualNames|words) = \{(.*?)\};", words, re.S):
        for text in re.findall(r": " + TEXT, table):
            found[text] = "words.js"
    waiting = (WEB / "waiting.js").read_text()
    for text in re.findall(r": " + TEXT, re.search(r"const verbs = \{(.*?)\};", waiting, re.S).group(1)):
        found[text] = "waiting.js"
    return found


def translated():
    source = "\n".join(file.read_text() for file in sorted(WEB.glob("hi-*.js")) if file.name != "hi-refusals.js")
    return {key.replace("\\'", "'"): value for key, value in re.findall(r"^  " + TEXT + r":\s+" + TEXT + ",$", source, re.M)}


def problems():
    texts, table = wanted(), translated()
    for text, file in texts.items():
        if text not in table:
            yield f"{file}: no Hindi for {text!r}"
        elif sorted(re.findall(r"\{\w+\}", text)) != sorted(re.findall(r"\{\w+\}", table[text])):
            yield f"{file}: the Hindi of {text!r} has other places for values: {table[text]!r}"
    for text in table:
        if text not in texts:
            yield f"nobody says {text!r}"
    for file in sorted(WEB.glob("*.js")):
        yield from todays(file.name, file.read_text())
    assert list(todays("planted.js", "t('until {day}', { day: dayText(day) }); t('used: {day}', { day: dayText(day) })")) == ["planted.js: 'until Today' is said by 'until {day}'"]


def todays(name, source):
    """Sentences in which Today would stand behind a word, as in "until Today"; dateText gives the date itself."""
    for value in re.finditer(r"\b(\w+): dayText\(", source):
        said = re.findall(r"\bt[nx]?\(\s*" + TEXT, source[:value.start()])
        word = re.search(rf"([a-z]+) \{{{value.group(1)}\}}", said[-1]) if said else None
        if word:
            yield f"{name}: '{word.group(1)} Today' is said by {said[-1]!r}"


if __name__ == "__main__":
    if "--list" in sys.argv:
        for text in wanted():
            if text not in translated():
                print(text)
        raise SystemExit
    found = list(problems())
    print("\n".join(found) or f"{len(wanted())} sentences, all in Hindi")
    raise SystemExit(1 if found else 0)
