/**
 * Every scope of the API (contract, Authentication, Scopes) and what it allows. `reserved`: no endpoint uses it yet.
 * `default_ceiling`: new workspace keys and new members have it unless somebody chooses otherwise.
 */
export const SCOPES = {
  'account:read': {
    allows: 'read the workspace, its plan, limits and credit summary',
    reserved: false,
    default_ceiling: true,
  },
  'usage:read': { allows: 'read usage totals and time buckets', reserved: false, default_ceiling: true },
  'batches:read': {
    allows: 'list translations, see progress, download completed results',
    reserved: false,
    default_ceiling: true,
  },
  'batches:write': { allows: 'rename and archive translations', reserved: false, default_ceiling: true },
  'batches:create': {
    allows: 'create, plan and approve translations; approval spends credits',
    reserved: false,
    default_ceiling: false,
  },
  'files:write': {
    allows: 'upload files as a separate step (no endpoint honours it yet)',
    reserved: true,
    default_ceiling: true,
  },
  'glossaries:read': { allows: 'list and retrieve glossaries', reserved: false, default_ceiling: true },
  'glossaries:write': { allows: 'create, change and delete glossaries', reserved: false, default_ceiling: true },
  'webhooks:write': { allows: 'manage webhooks (no endpoint honours it yet)', reserved: true, default_ceiling: true },
} as const satisfies Record<string, { allows: string; reserved: boolean; default_ceiling: boolean }>

export type Scope = keyof typeof SCOPES

/** The scope names in the order of the contract's credential table. */
export const SCOPE_NAMES = [
  'account:read',
  'usage:read',
  'batches:read',
  'batches:write',
  'batches:create',
  'files:write',
  'glossaries:read',
  'glossaries:write',
  'webhooks:write',
] as const satisfies readonly Scope[]

/** The scopes that open something today: what a client may sensibly ask for. */
export const USABLE_SCOPES: readonly Scope[] = SCOPE_NAMES.filter(name => !SCOPES[name].reserved)

/** True when a text names a scope of the API. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text)
}
