"""Writes productos.ods as spreadsheet programs write one: python3 make-ods.py, with odfpy 1.4.1 of PyPI (pip install odfpy).

Cells are texts, numbers and dates (an OpenDocument date is no number), empty ones are given by how many they are, and a million
empty rows follow the last.
"""

from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

HEADING = ["c_ClaveProdServ", "Descripción", "Incluir IVA trasladado", "Incluir IEPS trasladado",
           "Complemento que debe incluir", "FechaInicioVigencia", "FechaFinVigencia", "Estímulo Franja Fronteriza",
           "Palabras similares"]
ROWS = [
    ["01010101", "No existe en el catálogo", "Opcional", "Opcional", None, "date:2022-01-01", None, 0, "Público en general"],
    [10101500, "Animales vivos de granja", "Opcional", "No", None, "date:2022-01-01", None, 0, None],
    ["60131324", "Ukelele", "Sí", "No", None, "date:2022-01-01", "date:2025-12-31", 1, "Guitarra hawaiana"],
]


def cell(value):
    if isinstance(value, str) and value.startswith("date:"):
        made = TableCell(valuetype="date", datevalue=value[5:])
        value = "/".join(reversed(value[5:].split("-")))
    elif isinstance(value, (int, float)):
        made = TableCell(valuetype="float", value=value)
    else:
        made = TableCell(valuetype="string")
    made.addElement(P(text=str(value)))
    return made


def row(values):
    made = TableRow()
    empty = 0
    for value in [*values, "end"]:
        if value is None:
            empty += 1
            continue
        if empty:
            made.addElement(TableCell(numbercolumnsrepeated=empty))
            empty = 0
        if value != "end":
            made.addElement(cell(value))
    made.addElement(TableCell(numbercolumnsrepeated=16375))
    return made


document = OpenDocumentSpreadsheet()
cover = Table(name="Portada")
cover.addElement(row(["Catálogos del CFDI"]))
document.spreadsheet.addElement(cover)
sheet = Table(name="c_ClaveProdServ")
sheet.addElement(row(["Catálogo de productos / servicios."]))
for values in [["Versión CFDI", "Versión catálogo", "Revisión"], [4.0, 4.0, 0], HEADING, *ROWS]:
    sheet.addElement(row(values))
rest = TableRow(numberrowsrepeated=1048569)
rest.addElement(TableCell(numbercolumnsrepeated=16384))
sheet.addElement(rest)
document.spreadsheet.addElement(sheet)
document.save("productos.ods")
