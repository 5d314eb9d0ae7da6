/** Ids that callers choose (patient, project, company): 1 to 64 unreserved URL characters (DESIGN §4); not `.` or `..`, which a URL cannot carry. */
export const callerChosenIdPattern = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,64}$/;
