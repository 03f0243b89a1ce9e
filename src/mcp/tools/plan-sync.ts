import * as z from 'zod'
import { api } from '../../contract/operations.ts'
import { common } from '../shapes.ts'
import { tool } from '../tool.ts'

export const planSyncTool = tool({
  name: 'plan_sync',
  title: 'Locale files: what is not in step',
  description:
    'Shows what of locale files is missing, stale, edited by a person or orphaned, and gives back a sync_revision for create_batch, approve_batch, translate_segments and get_result: only what changed is translated, inside the files.',
  effect: 'read',
  calls: [],
  besides: [api.prices.get],
  input: z.strictObject({
    path: z.string().min(1).describe('folder, translation-mcp.json, or glob such as locales/[locale]/*.json'),
    target_languages: z.array(z.string()).max(50).optional().describe('default: those of the project'),
  }),
  output: z.looseObject({
    files: z.array(z.looseObject({ path: z.string(), to_translate: z.number() })),
    totals: z.looseObject({}),
    sync_revision: z.string(),
    ...common,
  }),
  // Only a call for a repository needs what follows: none before the first answer of the program.
  run: async (asked, context) => (await import('../sync/planning.ts')).planSync(asked, context),
})
