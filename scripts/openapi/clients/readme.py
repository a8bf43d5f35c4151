"""README's own requests, by the generated client. Names between @ are those of the document's operations."""

import os

import timbra_client as timbra

configuration = timbra.Configuration(host=os.environ["ORIGIN"], access_token=os.environ["KEY"])
with timbra.ApiClient(configuration) as client:
    customers = timbra.@Tag:createCustomer@Api(client)
    invoices = timbra.@Tag:createInvoice@Api(client)
    files = timbra.@Tag:downloadInvoice@Api(client)

    customer = customers.@create_customer@(
        timbra.CustomerBody(
            legal_name="UNIVERSIDAD ROBOTICA ESPAÑOLA",
            tax_id="URE180429TM6",
            tax_system="601",
            email="compras@example.com",
            address=timbra.AddressBody(zip="86991"),
        )
    )
    ukelele = timbra.ItemProductBody(description="Ukelele", product_key="60131324", price=345.60)
    invoice = invoices.@create_invoice@(
        timbra.CreateInvoiceBody(
            customer=timbra.CustomerOrId(customer.id),
            payment_form="03",
            items=[timbra.ItemBody(quantity=2, product=timbra.ItemProductOrId(ukelele))],
        )
    )
    pdf = files.@download_invoice@(invoice_id=invoice.id, format="pdf")
    found = any(one.id == invoice.id for one in invoices.@list_invoices@(q="ukelele").data)
    print(invoice.status, invoice.total, bytes(pdf[:5]).decode(), str(found).lower())
