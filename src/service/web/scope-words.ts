import type { Scope } from '../../contract/scopes.ts'

/** What a scope opens, as a person who is asked for it would say it. */
export interface ScopeWords {
  readonly may: string
  /** True where it spends the workspace's credits, or what the engine charges the operator. */
  readonly spends: boolean
  /** True where it opens nothing yet. */
  readonly idle: boolean
}

const plain = (may: string): ScopeWords => ({ may, spends: false, idle: false })

export const SCOPE_WORDS: Readonly<Record<Scope, ScopeWords>> = {
  'account:read': plain('See the workspace, its limits and credit balance'),
  'usage:read': plain('See how much was translated, and when'),
  'batches:read': plain('See all translations, download finished files'),
  'batches:write': plain('Rename and archive translations'),
  'batches:create': { may: 'Have files translated and approve the cost', spends: true, idle: false },
  'files:write': { may: 'Upload files in a separate step', spends: false, idle: true },
  'glossaries:read': plain('See glossaries'),
  'glossaries:write': plain('Create, change and delete glossaries'),
  'webhooks:write': { may: 'Be told of events at its own address', spends: false, idle: true },
}
