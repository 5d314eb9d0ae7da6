/** The most characters of an endpoint's name. */
export const endpointNameMax = 100;
