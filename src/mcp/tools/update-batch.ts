import * as z from 'zod'
import { LIMITS } from '../../contract/limits.ts'
import { api } from '../../contract/operations.ts'
import { ToolRefusal } from '../failure.ts'
import { shownBatch, stateOf, titleOf } from '../render/batch.ts'
import { DATA_NOTICE } from '../render/data.ts'
import { BatchBrief, batchIdInput, common } from '../shapes.ts'
import { nextFor, step } from '../steps.ts'
import { tool } from '../tool.ts'

const { name_length } = LIMITS

export const updateBatch = tool({
  name: 'update_batch',
  title: 'Rename or archive a translation',
  description:
    'Renames a translation, archives it or brings it back, and gives back the translation. ' +
    'Archiving hides it from list_batches and deletes nothing; it is not possible while it is being worked on. An archived one cannot be renamed.',
  effect: 'change',
  calls: [api.batches.update],
  input: z.strictObject({
    batch_id: batchIdInput,
    name: z.string().min(name_length.min).max(name_length.max).optional().describe('new name'),
    archived: z.boolean().optional().describe('true archives, false brings back'),
  }),
  output: z.looseObject({ batch: BatchBrief, ...common }),
  run: async ({ batch_id, name, archived }, context) => {
    if (name === undefined && archived === undefined) {
      throw new ToolRefusal('nothing_asked', ['Nothing was done: give name, archived or both.'])
    }
    const { data: batch, request_id } = await context.parts.client.call(
      api.batches.update,
      { params: { batch_id }, body: { name, archived } },
      { signal: context.signal },
    )
    const done = [
      name === undefined ? '' : `renamed to ${titleOf(batch)}`,
      archived === undefined ? '' : archived ? 'archived' : 'back in the list',
    ].filter(Boolean)
    return {
      data: {
        batch: shownBatch(batch),
        data_notice: DATA_NOTICE,
        request_id,
        next_step: batch.archived
          ? `${step('update_batch', { batch_id, archived: false })} brings it back`
          : nextFor(batch, undefined),
      },
      lines: [
        `${batch.id} ${name === undefined ? `${titleOf(batch)} ` : ''}is ${done.join(' and ')}. It is ${stateOf(batch)}.`,
      ],
    }
  },
})
