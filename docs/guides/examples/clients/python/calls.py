"""Four calls and one error with the client that openapi-generator makes for Python."""

import os
from datetime import date

import recordwell
from recordwell.exceptions import NotFoundException

company, project = os.environ["RECORDWELL_COMPANY"], os.environ["RECORDWELL_PROJECT"]
patient, known_patient = os.environ["RECORDWELL_PATIENT"], os.environ["RECORDWELL_KNOWN_PATIENT"]
configuration = recordwell.Configuration(
    host=os.environ["RECORDWELL_URL"], access_token=os.environ["RECORDWELL_KEY"]
)

with recordwell.ApiClient(configuration) as client:
    patients = recordwell.PatientsApi(client)
    form = recordwell.PatientForm(
        first_name="Jane", last_names=["Doe", "Smith"], date_of_birth=date(1984, 2, 29), site_sonar=True
    )
    registered = patients.upsert_patient(company, project, patient, form)
    assert registered.patient.id == patient, "PUT answers the patient"

    found = patients.get_patient(company, project, patient)
    assert found.patient.last_names == ["Doe", "Smith"], "GET answers what was put"
    assert found.patient.date_of_birth == date(1984, 2, 29), "a date is a date"

    where = recordwell.VisitBrowseFilter(
        patient=recordwell.VisitBrowseFilterPatient(id=[recordwell.TextFilter(equals=known_patient)]),
        visit=recordwell.VisitBrowseFilterVisit(
            earliest_service_date=[recordwell.DateFilter(gte=date(2021, 1, 1))],
            reason=[recordwell.NullableTextFilter("isNotNull")],
            charge_amount=[
                recordwell.NullableDecimalFilter(
                    recordwell.DecimalFilter(gt=recordwell.DecimalValue("1714.88"))
                )
            ],
        ),
    )
    visits = recordwell.BrowseApi(client).browse_visits(recordwell.VisitBrowseRequest(where=where, take=10))
    assert [row.visit.ref for row in visits.table] == ["v1"], "the filters hold"

    asked = recordwell.RecordRequestForm(site_id=visits.table[0].site.id, medical_record=True, billing=True)
    requests = recordwell.RecordRequestsApi(client).create_record_requests(company, project, patient, asked)
    assert [entry.request.request_type for entry in requests.requests] == ["medicalRecord", "billing"]

    try:
        patients.get_patient(company, project, "nobody")
        raise AssertionError("an unknown patient was answered")
    except NotFoundException as error:
        assert isinstance(error.data, recordwell.Error), "an error is typed"
        assert error.data.error != ""
