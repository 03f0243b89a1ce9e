import * as z from 'zod'
import type { Batch } from '../../contract/batch.ts'
import { LIMITS } from '../../contract/limits.ts'
import { api } from '../../contract/operations.ts'
import { offeredPlans } from '../batch-plans.ts'
import { lookUntil, sameText, unconfirmed } from '../confirming.ts'
import { ToolRefusal } from '../failure.ts'
import { languagesText, shownBatch, stateOf, titleOf } from '../render/batch.ts'
import { DATA_NOTICE } from '../render/data.ts'
import { refuseRun } from '../several/run.ts'
import { BatchBrief, batchIdInput, common } from '../shapes.ts'
import { NOTHING_MORE, step } from '../steps.ts'
import { tool } from '../tool.ts'

const { name_length } = LIMITS

interface Wished {
  readonly name?: string | undefined
  readonly archived?: boolean | undefined
}

/** True for a translation that shows what was asked for. */
function isAsAsked(batch: Batch, { name, archived }: Wished): boolean {
  const isNamed = name === undefined || sameText(batch.name ?? '', name)
  return isNamed && (archived === undefined || batch.archived === archived)
}

function placeOf({ archived }: Batch): string {
  return archived ? 'archived' : 'not archived'
}

export const updateBatch = tool({
  name: 'update_batch',
  title: 'Rename or archive a translation',
  description:
    'Renames a translation, archives it or brings it back, and gives back the translation. ' +
    'Archiving hides it from list_batches and deletes nothing; not while it is worked on. An archived one cannot be renamed.',
  effect: 'change',
  calls: [api.batches.update],
  besides: [api.batches.plans],
  input: z.strictObject({
    batch_id: batchIdInput,
    name: z.string().min(name_length.min).max(name_length.max).optional().describe('new name'),
    archived: z.boolean().optional().describe('true archives, false brings back'),
  }),
  output: z.looseObject({ batch: BatchBrief, ...common }),
  run: async ({ batch_id, name, archived }, context) => {
    refuseRun(batch_id, 'list_batches gives the ids of its translations.')
    if (name === undefined && archived === undefined) {
      throw new ToolRefusal('nothing_asked', ['Nothing was done: give name, archived or both.'])
    }
    const { client } = context.parts
    const [params, options] = [{ batch_id }, { signal: context.signal }]
    const { data, request_id } = await client.call(api.batches.update, { params, body: { name, archived } }, options)
    const { state: batch, shown } = await lookUntil(
      data,
      now => isAsAsked(now, { name, archived }),
      async () => (await client.call(api.batches.get, { params }, options).catch(() => undefined))?.data ?? data,
      context,
    )
    if (!shown) throw unconfirmed(`The translation shows as ${titleOf(batch)}, ${placeOf(batch)}.`, request_id)
    const languages = (await offeredPlans([batch_id], context)).get(batch_id)
    const said = languagesText(languages)
    const done = [
      name === undefined ? '' : `renamed to ${titleOf(batch)}${said}`,
      archived === undefined ? '' : archived ? 'archived' : 'back in the list',
    ].filter(Boolean)
    return {
      data: {
        batch: shownBatch(batch, languages),
        data_notice: DATA_NOTICE,
        request_id,
        next_step: batch.archived
          ? `${NOTHING_MORE}; ${step('update_batch', { batch_id, archived: false })} brings it back`
          : NOTHING_MORE,
      },
      lines: [
        `${batch.id} ${name === undefined ? `${titleOf(batch)}${said} ` : ''}is ${done.join(' and ')}. It is ${stateOf(batch)}.`,
      ],
    }
  },
})
