/** Who did something, as customers are told. */
export interface Actor {
  readonly kind: 'user' | 'facility' | 'partner' | 'service';
  readonly id: string;
  readonly name: string;
}

/** The delivery team. Which of them it was, the audit trail says. */
export const deliveryTeam: Actor = { kind: 'service', id: 'delivery-team', name: 'Delivery team' };

/** The service by itself. */
export const theService: Actor = { kind: 'service', id: 'recordwell', name: 'recordwell' };
