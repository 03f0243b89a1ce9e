/** The door of the lock. */
export { hashOfSource, hashOfText } from './hash.ts'
export type { LockedBy, LockLine } from './line.ts'
export {
  candidatesAt,
  candidatesIn,
  LOCK_ATTRIBUTES,
  LOCK_FILE,
  type Lock,
  LockError,
  linesOfLock,
  readLock,
  writeLock,
} from './lock.ts'
export { settleLine } from './settle.ts'
