import { QUALITY_TIERS } from '../../contract/batch.ts'
import { api } from '../../contract/operations.ts'
import { builtExtensions } from '../../formats/index.ts'
import { supportedLanguages } from '../domain/languages.ts'
import { momentOf, timestamp } from '../domain/time.ts'
import { handle } from '../http/route.ts'
import { creditBalance } from '../store/credits.ts'

export const accountRoute = handle(api.account.get, async ({ caller }, { db, settings, clock }) => {
  const { id, name, slug, plan } = caller.workspace
  const { created_at, expires_at, scopes, ...credential } = caller.credential
  return {
    data: {
      workspace: { id, name, slug, plan },
      credit_balance: await creditBalance(db, id, clock()),
      entitlements: {
        quality_tiers: [...QUALITY_TIERS],
        custom_guidelines: true,
        max_glossaries: settings.max_glossaries,
        max_terms_per_glossary: settings.max_terms_per_glossary,
        max_upload_bytes: settings.max_upload_bytes,
      },
      credential: {
        ...credential,
        scopes: [...scopes],
        created_at: timestamp(created_at),
        expires_at: momentOf(expires_at),
      },
      capabilities: {
        // Both the service and the credential's scopes must allow it (contract, Authentication 8).
        batch_creation: settings.batch_creation && caller.scopes.has('batches:create'),
        webhooks: false,
        supported_formats: [...builtExtensions],
      },
    },
  }
})

export const languagesRoute = handle(api.languages.list, async () => {
  const data = supportedLanguages()
  return { data, has_more: false, next_cursor: null, limit: data.length }
})
