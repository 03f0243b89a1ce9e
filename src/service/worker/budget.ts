import type { Refusal } from '../domain/errors.ts'

/** What one job may use before its thread is ended. Times are CPU time of its thread, in milliseconds. */
export interface Budget {
  /** At a stretch, without a turn for anything else in the thread. Honest work gives one every 15 ms, a long block of a file after seconds. */
  readonly stretch_ms: number
  /** In all, and for each megabyte of its file besides. */
  readonly job_ms: number
  readonly megabyte_ms: number
  /** Heap of a thread, in megabytes. */
  readonly memory_mb: number
}

export const BUDGET: Budget = { stretch_ms: 20_000, job_ms: 5 * 60_000, megabyte_ms: 60_000, memory_mb: 1024 }

const MEGABYTE = 1024 * 1024

/** The most CPU time that a job on a file of so many bytes may use, in milliseconds. */
export function jobTime({ job_ms, megabyte_ms }: Budget, bytes: number): number {
  return job_ms + Math.ceil(bytes / MEGABYTE) * megabyte_ms
}

/** A job as its service watches it. */
export interface WatchedJob {
  /** CPU time that it has used: of what its thread uses, all that are at work in it have the same share. */
  used_ms: number
  /** What it may use. */
  readonly most_ms: number
}

/** Shares the CPU time that a thread used among the jobs that were at work in it: whose it was is not known. */
export function charge(jobs: readonly WatchedJob[], cpu_ms: number): void {
  for (const job of jobs) job.used_ms += cpu_ms / jobs.length
}

/** Whether a thread is to be ended: it used too much CPU time since its last turn, or for one of its jobs. */
export function isOver({ stretch_ms }: Budget, silent_ms: number, jobs: readonly WatchedJob[]): boolean {
  return silent_ms > stretch_ms || jobs.some(({ used_ms, most_ms }) => used_ms > most_ms)
}

/** What a person reads of a job that went over its budget twice. */
export const OVER_BUDGET: Refusal = {
  code: 'internal_error',
  message:
    'The work on this file went over its limit of computing time or memory twice and was stopped. No credits were charged. ' +
    'Split the file, or take out lines of many thousand tags or marks, and create it again.',
}

/** What a caller reads of a plan, or of answers, whose thread ended beside other work. */
export const BROKE_OFF: Refusal = {
  code: 'service_unavailable',
  message: 'The work on this broke off, for no fault of yours. Nothing was changed. Try again in a moment.',
}

/** What a caller reads of a plan that went over its budget. */
export const PLAN_OVER_BUDGET: Refusal = {
  code: 'plan_invalid',
  message:
    'Reading this instruction against the file went over the limit of computing time or memory and was stopped. ' +
    'The plan is as it was. Say it in fewer words.',
}

/** What a caller reads of answers whose checks went over their budget. */
export const ANSWERS_OVER_BUDGET: Refusal = {
  code: 'invalid_request',
  message:
    'Checking these translations went over the limit of computing time or memory and was stopped. None of them was kept. ' +
    'Send fewer or shorter ones.',
}

/** What a caller reads of segments that cannot be shown within the budget. */
export const SHOWING_OVER_BUDGET: Refusal = {
  code: 'batch_not_editable',
  message:
    'Preparing this text for a model went over the limit of computing time or memory and was stopped. Answers that were taken before ' +
    'are kept. Split its longest lines and create the translation again.',
}

/** What a caller reads of lines of a finished translation that cannot be read within the budget. */
export const LINES_OVER_BUDGET: Refusal = {
  code: 'batch_not_editable',
  message:
    'Reading the lines of this file went over the limit of computing time or memory and was stopped. Nothing was changed.',
}
