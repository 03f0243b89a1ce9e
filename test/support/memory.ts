import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Bytes a process has in memory now, and the most it had since `forgetPeak`, as Linux counts them. A process' own
 * `resourceUsage().maxRSS` says nothing of the kind: it begins with what the process that started it held.
 */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

/** Makes the kernel begin anew with the peak of a process. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}
