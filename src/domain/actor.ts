/** Who did something, as shown to customers. */
export interface Actor {
  readonly kind: 'user' | 'facility' | 'partner' | 'service';
  readonly id: string;
  readonly name: string;
}

/** The operators, whom customers know as support. The audit log says which operator it was. */
export const deliveryTeam: Actor = { kind: 'service', id: 'delivery-team', name: 'Support' };

/** The service itself, for automatic changes. */
export const theService: Actor = { kind: 'service', id: 'recordwell', name: 'recordwell' };
