import type { Principal } from '../access/principal';
import { deliveryTeam, theService, type Actor } from '../domain/actor';

/** Who acts, as customers are told. */
export function actorOf(principal: Principal): Actor {
  switch (principal.kind) {
    case 'key':
    case 'member':
    case 'console':
      return { kind: 'user', id: principal.userUid, name: principal.userName };
    case 'operator':
      return deliveryTeam;
    case 'service':
    case 'embed':
    case 'account':
      return theService;
  }
}
