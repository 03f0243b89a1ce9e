/** The door of the lock. */
export { hashOfSource, hashOfText } from './hash.ts'
export type { LockedBy, LockLine } from './line.ts'
export {
  candidatesAt,
  candidatesOf,
  LOCK_ATTRIBUTES,
  LOCK_FILE,
  type Lock,
  LockError,
  linesIn,
  readLock,
  writeLock,
} from './lock.ts'
export { settleLine } from './settle.ts'
