"""Reads the files whose paths come in, one a line, as Python's csv, openpyxl, and pypdf do, one line of JSON each."""
import csv
import json
import sys

import openpyxl
import pypdf

csv.field_size_limit(1_000_000)


def text_of(path):
    data = open(path, "rb").read()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def csv_rows(path):
    text = text_of(path)
    try:
        delimiter = csv.Sniffer().sniff(text[:4096], ",;\t|").delimiter
    except csv.Error:
        delimiter = "\t" if path.endswith(".tsv") else ","
    return list(csv.reader(text.splitlines(keepends=True), delimiter=delimiter))


def cell_of(value):
    return value if isinstance(value, str) else "" if value is None else None


def workbook_rows(path):
    """Cells that aren't text are null: how they are shown is up to the reader."""
    book = openpyxl.load_workbook(path, data_only=True)
    rows = [[cell_of(value) for value in row] for sheet in book.worksheets for row in sheet.values]
    if not rows:
        raise ValueError("found nothing")
    return rows


def pages(path):
    reader = pypdf.PdfReader(path)
    if reader.is_encrypted and not reader.decrypt(""):
        raise ValueError("needs a password")
    return len(reader.pages)


def read(path):
    name = path.lower()
    if name.endswith(".pdf"):
        return {"pages": pages(path)}
    return {"rows": workbook_rows(path) if name.endswith(".xlsx") else csv_rows(path)}


for line in sys.stdin:
    path = line.rstrip("\n")
    try:
        print(json.dumps(read(path)))
    except Exception as error:
        print(json.dumps({"fault": type(error).__name__}))
