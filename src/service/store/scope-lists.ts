import * as z from 'zod'
import { knownScopes } from '../domain/ceiling.ts'
import { stored } from './stored.ts'

const Scopes = z.unknown().transform(knownScopes)

/** What a member may use at most. */
export const ceilingColumn = stored('members.ceiling_json', 1, Scopes)
/** What a key may use. */
export const keyScopesColumn = stored('api_keys.scopes_json', 1, Scopes)
/** What a client asked for, and what of it was granted. */
export const requestedColumn = stored('connections.requested_json', 1, Scopes)
export const grantedColumn = stored('connections.granted_json', 1, Scopes)
