"""Four calls and one error with the client that openapi-python-client makes."""

import datetime
import os
from uuid import UUID

from recordwell import AuthenticatedClient
from recordwell.api.browse import browse_visits
from recordwell.api.patients import get_patient, upsert_patient
from recordwell.api.record_requests import create_record_requests
from recordwell.models import (
    DateFilter,
    DecimalFilter,
    Error,
    NullableTextFilterType1,
    PatientForm,
    PatientResponse,
    RecordRequestForm,
    RecordRequestMany,
    TextFilter,
    VisitBrowseFilter,
    VisitBrowseFilterPatient,
    VisitBrowseFilterVisit,
    VisitBrowseRequest,
    VisitBrowseResponse,
)

company, project = os.environ["RECORDWELL_COMPANY"], os.environ["RECORDWELL_PROJECT"]
patient, known_patient = os.environ["RECORDWELL_PATIENT"], os.environ["RECORDWELL_KNOWN_PATIENT"]
born = datetime.date(1984, 2, 29)

with AuthenticatedClient(
    base_url=os.environ["RECORDWELL_URL"], token=os.environ["RECORDWELL_KEY"]
) as client:
    form = PatientForm(first_name="Jane", last_names=["Doe", "Smith"], date_of_birth=born, site_sonar=True)
    registered = upsert_patient.sync(company, project, patient, client=client, body=form)
    assert isinstance(registered, PatientResponse) and registered.patient.id == patient

    found = get_patient.sync(company, project, patient, client=client)
    assert isinstance(found, PatientResponse)
    assert found.patient.last_names == ["Doe", "Smith"] and found.patient.date_of_birth == born

    where = VisitBrowseFilter(
        patient=VisitBrowseFilterPatient(id=[TextFilter(equals=known_patient)]),
        visit=VisitBrowseFilterVisit(
            earliest_service_date=[DateFilter(gte=datetime.date(2021, 1, 1))],
            reason=[NullableTextFilterType1.ISNOTNULL],
            charge_amount=[DecimalFilter(gt="1714.88")],
        ),
    )
    visits = browse_visits.sync(client=client, body=VisitBrowseRequest(where=where, take=10))
    assert isinstance(visits, VisitBrowseResponse), "the filters are taken"
    (row,) = visits.table
    assert row.visit and row.visit.ref == "v1", "the filters hold"

    assert row.site and row.site.id
    asked = RecordRequestForm(site_id=UUID(row.site.id), medical_record=True, billing=True)
    requests = create_record_requests.sync(company, project, patient, client=client, body=asked)
    assert isinstance(requests, RecordRequestMany)
    assert [entry.request.request_type.value for entry in requests.requests] == ["medicalRecord", "billing"]

    refused = get_patient.sync_detailed(company, project, "nobody", client=client)
    assert refused.status_code == 404
    assert isinstance(refused.parsed, Error) and refused.parsed.error != "", "an error is typed"
