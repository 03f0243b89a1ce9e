import type { PreparedTool } from '../tool.ts'
import { approveBatch } from './approve-batch.ts'
import { createBatch } from './create-batch.ts'
import { getAccount } from './get-account.ts'
import { getBatch } from './get-batch.ts'
import { getResult } from './get-result.ts'
import { planBatch } from './plan-batch.ts'

/** Every tool, in the order of the workflow. */
export const TOOLS: readonly PreparedTool[] = [createBatch, planBatch, approveBatch, getBatch, getResult, getAccount]
