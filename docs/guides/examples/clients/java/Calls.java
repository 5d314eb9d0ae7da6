import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import recordwell.ApiClient;
import recordwell.ApiException;
import recordwell.api.BrowseApi;
import recordwell.api.PatientsApi;
import recordwell.api.RecordRequestsApi;
import recordwell.model.DateFilter;
import recordwell.model.DecimalFilter;
import recordwell.model.DecimalValue;
import recordwell.model.NullableDecimalFilter;
import recordwell.model.NullableTextFilter;
import recordwell.model.PatientForm;
import recordwell.model.RecordRequestForm;
import recordwell.model.TextFilter;
import recordwell.model.VisitBrowseFilter;
import recordwell.model.VisitBrowseFilterPatient;
import recordwell.model.VisitBrowseFilterVisit;
import recordwell.model.VisitBrowseRequest;

/** Four calls and one error with the client that openapi-generator makes for Java. */
public final class Calls {
  private static String environment(String name) {
    return System.getenv("RECORDWELL_" + name);
  }

  private static void check(boolean holds, String what) {
    if (!holds) throw new AssertionError(what);
  }

  public static void main(String[] args) throws Exception {
    String company = environment("COMPANY");
    String project = environment("PROJECT");
    String patient = environment("PATIENT");
    ApiClient client = new ApiClient();
    client.updateBaseUri(environment("URL"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + environment("KEY")));
    PatientsApi patients = new PatientsApi(client);

    LocalDate born = LocalDate.of(1984, 2, 29);
    PatientForm form =
        new PatientForm().firstName("Jane").lastNames(List.of("Doe", "Smith")).dateOfBirth(born).siteSonar(true);
    var registered = patients.upsertPatient(company, project, patient, form, null);
    check(registered.getPatient().getId().equals(patient), "PUT answers the patient");

    var found = patients.getPatient(company, project, patient).getPatient();
    check(found.getLastNames().equals(List.of("Doe", "Smith")), "GET answers what was put");
    check(found.getDateOfBirth().equals(born), "a date is a date");

    VisitBrowseFilter where =
        new VisitBrowseFilter()
            .patient(new VisitBrowseFilterPatient().addIdItem(new TextFilter().equals(environment("KNOWN_PATIENT"))))
            .visit(
                new VisitBrowseFilterVisit()
                    .addEarliestServiceDateItem(new DateFilter().gte(LocalDate.of(2021, 1, 1)))
                    .addReasonItem(new NullableTextFilter("isNotNull"))
                    .addChargeAmountItem(
                        new NullableDecimalFilter(
                            new DecimalFilter().gt(new DecimalValue("1714.88")))));
    var visits = new BrowseApi(client).browseVisits(new VisitBrowseRequest().where(where).take(10), null).getTable();
    check(visits.size() == 1 && visits.get(0).getVisit().getRef().equals("v1"), "the filters hold");

    RecordRequestForm asked =
        new RecordRequestForm()
            .siteId(UUID.fromString(visits.get(0).getSite().getId()))
            .medicalRecord(true)
            .billing(true);
    var requests = new RecordRequestsApi(client).createRecordRequests(company, project, patient, asked, null);
    check(requests.getRequests().size() == 2, "one request a kind");

    try {
      patients.getPatient(company, project, "nobody");
      throw new AssertionError("an unknown patient was answered");
    } catch (ApiException refused) {
      check(refused.getCode() == 404, "an unknown patient is 404");
      var error = client.getObjectMapper().readValue(refused.getResponseBody(), recordwell.model.Error.class);
      check(!error.getError().isEmpty(), "an error is typed");
    }
  }
}
