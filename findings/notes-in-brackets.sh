#!/usr/bin/env bash
# What stands in brackets in a note is gone from the lists of rich and Textual, by two rules: one shows [Asha] and not [#12], the other the other way round.
#
# Guess: a text that a program hands to a table or a label is shown as it is, "Rent [march]" with its brackets.
# Seen: rich 15.0.0 (print and Table) and Textual 8.2.8 (Static, Label, OptionList, DataTable) take [march] for a style that they do not know, and show
# "Rent" without an error, for [may] likewise. rich, and DataTable with it, leave [#12] and [@asha] out and show [Asha]; Static, Label and OptionList show
# [#12] and [@asha] and leave [Asha] out. All show [12.50] and [2026-11], so a trial with numbers finds nothing. RichLog shows all. The documentation of both
# describes the markup, and escape() against it.
# So what a member wrote is handed over as a Text of rich or a Content of Textual, or with markup=False.
source "$(dirname "$0")/common.bash"
python_packages rich==15.0.0 textual==8.2.8

cat >"$folder/notes.py" <<'P'
import asyncio
import io

import rich.console
import rich.table
import rich.text
from textual.app import App
from textual.widgets import DataTable, Label, OptionList, RichLog, Static

notes = ["Rent [march]", "Rent [may]", "Rent [#12]", "Rent [@asha]", "Rent [12.50]", "Rent [Asha]", "Rent [2026-11]"]

def by_rich(give):
    out = io.StringIO()
    for note in notes:
        rich.console.Console(file=out, width=70).print(give(note))
    return out.getvalue()

def table(note):
    made = rich.table.Table(show_header=False, box=None)
    made.add_row(note)
    return made

class Notes(App):
    CSS = "* { border: none !important; }"
    kind = None

    def compose(self):
        if self.kind in (Static, Label):
            yield from (self.kind(note) for note in notes)
        elif self.kind is OptionList:
            yield OptionList(*notes)
        else:
            yield self.kind()

    def on_mount(self):
        for note in notes:
            if self.kind is RichLog:
                self.query_one(RichLog).write(note)
        if self.kind is DataTable:
            self.query_one(DataTable).add_column("Note")
            self.query_one(DataTable).add_rows([note] for note in notes)

async def by_textual(kind):
    app = Notes()
    app.kind = kind
    async with app.run_test(size=(70, 60)) as pilot:
        await pilot.pause(0.5)
        return "\n".join("".join(segment.text for segment in line) for line in app.screen._compositor.render_strips())

def shown(name, drawn):
    lines = [line.strip(" ▔▁▊▎▌▐│┃┏┗━") for line in drawn.split("\n")]
    print(f"{name}:", "; ".join(line.removeprefix("Rent").strip() or "-" for line in lines if line.startswith("Rent")))

shown("rich, print", by_rich(str))
shown("rich, Table", by_rich(table))
shown("rich, Text", by_rich(rich.text.Text))
for name, kind in {"Static": Static, "Label": Label, "DataTable": DataTable, "OptionList": OptionList, "RichLog": RichLog}.items():
    shown(f"Textual, {name}", asyncio.run(by_textual(kind)))
P
expect "rich, print: -; -; -; -; [12.50]; [Asha]; [2026-11]
rich, Table: -; -; -; -; [12.50]; [Asha]; [2026-11]
rich, Text: [march]; [may]; [#12]; [@asha]; [12.50]; [Asha]; [2026-11]
Textual, Static: -; -; [#12]; [@asha]; [12.50]; -; [2026-11]
Textual, Label: -; -; [#12]; [@asha]; [12.50]; -; [2026-11]
Textual, DataTable: -; -; -; -; [12.50]; [Asha]; [2026-11]
Textual, OptionList: -; -; [#12]; [@asha]; [12.50]; -; [2026-11]
Textual, RichLog: [march]; [may]; [#12]; [@asha]; [12.50]; [Asha]; [2026-11]" "$(python "$folder/notes.py")"
