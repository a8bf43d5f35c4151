# python-satcfdi's own clients of SW, Finkok, Prodigia and the bulk download against the doubles: satcfdi.spec.ts runs it, and reads the JSON.
import datetime
import json
import re
import sys
import warnings

from lxml import etree
from satcfdi.cfdi import CFDI
from satcfdi.create.cancela import cancelacion
from satcfdi.exceptions import ResponseError
from satcfdi.models import Signer
from satcfdi.pacs import CancelReason, Environment
from satcfdi.pacs.finkok import Finkok
from satcfdi.pacs.prodigia import Prodigia
from satcfdi.pacs.swsapien import SWSapien
from satcfdi.pacs.sat import SAT, EstadoComprobante, TipoDescargaMasivaTerceros
import satcfdi.pacs.prodigia
import satcfdi.pacs.sat
import satcfdi.pacs.swsapien

warnings.simplefilter("ignore")
told = json.load(sys.stdin)
files = told["csd"]
signer = Signer.load(
    certificate=bytes.fromhex(files["cer"]), key=bytes.fromhex(files["key"]), password=files["password"]
)


def document(n):
    return CFDI.from_string(told["xml"][n].encode())


def again(run):
    """What a second stamp of the same bytes answers: a UUID, or the text of the refusal."""
    try:
        return run().document_id.upper()
    except ResponseError as error:
        response = error.args[0]
        return response.text if hasattr(response, "text") else str(response)


def folio(uuid):
    return cancelacion.Cancelacion(
        signer, cancelacion.Folio(uuid, CancelReason.COMPROBANTE_EMITIDO_CON_ERRORES_SIN_RELACION.value)
    )


out = {}

# Their clients know the real hosts only: the address is replaced, nothing else.
# (With user and password SWSapien reads attributes that it never sets, so it gets SW's lasting token.)
SWSapien._host = lambda self, service="services": told["sw"]["url"]
sw = SWSapien(token=told["sw"]["token"], environment=Environment.TEST)
stamped = sw.stamp(document(0))
acuse = sw.cancel_comprobante(folio(stamped.document_id.upper()))
out["sw"] = {
    "uuid": stamped.document_id.upper(),
    "sello": CFDI.from_string(stamped.xml)["Complemento"]["TimbreFiscalDigital"]["SelloCFD"],
    "again": again(lambda: sw.stamp(document(0))),
    "recovered": sw.recover(stamped.document_id)["data"]["records"][0]["uuid"].upper(),
    "cancelled": acuse.code,
    "acuse": acuse.acuse,
}

Finkok.host = property(lambda self: told["finkok"]["url"])
finkok = Finkok(told["finkok"]["user"], told["finkok"]["password"], Environment.TEST)
stamped = finkok.stamp(document(1))
ack = finkok.cancel_comprobante(folio(stamped.document_id))
out["finkok"] = {
    "uuid": stamped.document_id,
    "again": again(lambda: finkok.stamp(document(1))),
    "recovered": finkok.stamped(document(1)).document_id,
    "pending": finkok.pending_stamp(stamped.document_id).status.value,
    "cancelled": ack.code,
    "acuse": ack.acuse.decode(),
    "receipt": finkok.get_receipt("EKU9003173C9", stamped.document_id).acuse.decode(),
}

request = satcfdi.pacs.prodigia.requests.request
satcfdi.pacs.prodigia.requests.request = lambda method, url, **more: request(
    method=method, url=url.replace("https://timbrado.pade.mx", told["prodigia"]["url"]), **more
)
prodigia = Prodigia(
    told["prodigia"]["user"], told["prodigia"]["password"], told["prodigia"]["contract"], Environment.TEST
)
stamped = prodigia.stamp(document(2))
out["prodigia"] = {"uuid": stamped.document_id, "again": again(lambda: prodigia.stamp(document(2)))}

post = satcfdi.pacs.sat.requests.post
satcfdi.pacs.sat.requests.post = lambda url, **more: post(
    url=re.sub(r"^https://[^/]*sat[.]gob[.]mx", told["sat"]["url"], url), **more
)
fiel = Signer.load(
    certificate=bytes.fromhex(told["fiel"]["cer"]),
    key=bytes.fromhex(told["fiel"]["key"]),
    password=told["fiel"]["password"],
)
sat = SAT(signer=fiel)
now = datetime.datetime.now()
asked = sat.recover_comprobante_emitted_request(
    fecha_inicial=now - datetime.timedelta(days=2),
    fecha_final=now + datetime.timedelta(days=1),
    rfc_emisor=fiel.rfc,
    tipo_solicitud=TipoDescargaMasivaTerceros.METADATA,
    estado_comprobante=EstadoComprobante.TODOS,
)
looks = [sat.recover_comprobante_status(asked["IdSolicitud"]) for _ in range(3)]
package, zipped = sat.recover_comprobante_download(looks[-1]["IdsPaquetes"][0])
out["sat"] = {
    "asked": asked["CodEstatus"],
    "states": [int(look["EstadoSolicitud"]) for look in looks],
    "package": package["CodEstatus"],
    "zip": zipped,
}

json.dump(out, sys.stdout)
