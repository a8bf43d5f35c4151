import java.io.File;
import java.math.BigDecimal;
import java.nio.file.Files;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** README's own requests, by the generated client. Names between @ are those of the document's operations. */
class Readme {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("ORIGIN"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("KEY")));
    @Tag:createCustomer@Api customers = new @Tag:createCustomer@Api(client);
    @Tag:createInvoice@Api invoices = new @Tag:createInvoice@Api(client);
    @Tag:downloadInvoice@Api files = new @Tag:downloadInvoice@Api(client);

    Customer customer = customers.@createCustomer@(@Tag:createCustomer@Api.API@Id:createCustomer@Request.newBuilder()
        .customerBody(new CustomerBody().legalName("UNIVERSIDAD ROBOTICA ESPAÑOLA").taxId("URE180429TM6")
            .taxSystem("601").email("compras@example.com").address(new AddressBody().zip("86991")))
        .build());
    ItemProductBody ukelele = new ItemProductBody().description("Ukelele").productKey("60131324")
        .price(new BigDecimal("345.60"));
    WarnedInvoice invoice = invoices.@createInvoice@(@Tag:createInvoice@Api.API@Id:createInvoice@Request.newBuilder()
        .createInvoiceBody(new CreateInvoiceBody().customer(new CustomerOrId(customer.getId())).paymentForm("03")
            .addItemsItem(new ItemBody().quantity(new BigDecimal(2)).product(new ItemProductOrId(ukelele))))
        .build());
    File pdf = files.@downloadInvoice@(@Tag:downloadInvoice@Api.API@Id:downloadInvoice@Request.newBuilder()
        .invoiceId(invoice.getId()).format("pdf").build());
    InvoiceList list = invoices.@listInvoices@(@Tag:createInvoice@Api.API@Id:listInvoices@Request.newBuilder()
        .q("ukelele").build());
    boolean found = list.getData().stream().anyMatch(one -> one.getId().equals(invoice.getId()));
    String start = new String(Files.readAllBytes(pdf.toPath()), 0, 5, "ISO-8859-1");
    System.out.println(invoice.getStatus() + " " + invoice.getTotal().stripTrailingZeros() + " " + start + " " + found);
  }
}
