// Four calls and one error with the client that oapi-codegen makes.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"example.com/calls/recordwell"
	"github.com/google/uuid"
	"github.com/oapi-codegen/runtime/types"
)

func environment(name string) string { return os.Getenv("RECORDWELL_" + name) }

func check(holds bool, what string) {
	if !holds {
		log.Fatal(what)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func day(year int, month time.Month, day int) types.Date {
	return types.Date{Time: time.Date(year, month, day, 0, 0, 0, 0, time.UTC)}
}

func ref[T any](value T) *T { return &value }

func main() {
	ctx := context.Background()
	company, project, patient := environment("COMPANY"), environment("PROJECT"), environment("PATIENT")
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+environment("KEY"))
		return nil
	}
	client := must(recordwell.NewClientWithResponses(environment("URL"), recordwell.WithRequestEditorFn(withKey)))

	form := recordwell.PatientForm{
		FirstName: "Jane", LastNames: []string{"Doe", "Smith"}, DateOfBirth: day(1984, 2, 29), SiteSonar: ref(true),
	}
	registered := must(client.UpsertPatientWithResponse(ctx, company, project, patient, nil, form))
	check(registered.JSON200 != nil && registered.JSON200.Patient.Id == patient, "PUT answers the patient")

	found := must(client.GetPatientWithResponse(ctx, company, project, patient))
	check(found.JSON200 != nil && len(found.JSON200.Patient.LastNames) == 2, "GET answers what was put")

	isNotNull, amount, dear := recordwell.NullableTextFilter{}, recordwell.DecimalValue{}, recordwell.NullableDecimalFilter{}
	must(0, isNotNull.FromNullableTextFilter1(recordwell.NullableTextFilter1IsNotNull))
	must(0, amount.FromDecimalValue1("1714.88"))
	must(0, dear.FromDecimalFilter(recordwell.DecimalFilter{Gt: &amount}))
	query := recordwell.VisitBrowseRequest{
		Take: ref(10),
		Where: &recordwell.VisitBrowseFilter{
			Patient: &recordwell.VisitBrowseFilterPatient{
				Id: &[]recordwell.TextFilter{{Equals: ref(environment("KNOWN_PATIENT"))}},
			},
			Visit: &recordwell.VisitBrowseFilterVisit{
				EarliestServiceDate: &[]recordwell.DateFilter{{Gte: ref(day(2021, 1, 1))}},
				Reason:              &[]recordwell.NullableTextFilter{isNotNull},
				ChargeAmount:        &[]recordwell.NullableDecimalFilter{dear},
			},
		},
	}
	visits := must(client.BrowseVisitsWithResponse(ctx, nil, query))
	check(visits.JSON200 != nil && len(visits.JSON200.Table) == 1, "the filters hold")
	row := visits.JSON200.Table[0]
	check(*row.Visit.Ref == "v1", "the filters hold")

	asked := recordwell.RecordRequestForm{
		SiteId: ref(must(uuid.Parse(*row.Site.Id))), MedicalRecord: ref(true), Billing: ref(true),
	}
	requests := must(client.CreateRecordRequestsWithResponse(ctx, company, project, patient, nil, asked))
	check(requests.JSON201 != nil && len(requests.JSON201.Requests) == 2, "one request a kind")

	refused := must(client.GetPatientWithResponse(ctx, company, project, "nobody"))
	check(refused.JSON404 != nil && refused.JSON404.Error != "", "an error is typed")
}
