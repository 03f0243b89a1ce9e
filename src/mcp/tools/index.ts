import type { PreparedTool } from '../tool.ts'
import { approveBatch } from './approve-batch.ts'
import { createBatch } from './create-batch.ts'
import { getAccount } from './get-account.ts'
import { getBatch } from './get-batch.ts'
import { getGlossary } from './get-glossary.ts'
import { getResult } from './get-result.ts'
import { getUsage } from './get-usage.ts'
import { listBatches } from './list-batches.ts'
import { listLanguages } from './list-languages.ts'
import { manageGlossary } from './manage-glossary.ts'
import { planBatch } from './plan-batch.ts'
import { planSyncTool } from './plan-sync.ts'
import { translateSegments } from './translate-segments.ts'
import { updateBatch } from './update-batch.ts'

/** Every tool: first the workflow in its order, then the others. */
export const TOOLS: readonly PreparedTool[] = [
  createBatch,
  planBatch,
  approveBatch,
  translateSegments,
  getBatch,
  getResult,
  planSyncTool,
  listBatches,
  updateBatch,
  getAccount,
  getUsage,
  listLanguages,
  getGlossary,
  manageGlossary,
]
