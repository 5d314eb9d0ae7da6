// Package recordwell is the client: oapi-codegen writes it beside this file.
package recordwell
