/** The door of the lock. */
export { type HashedSource, hashOfSource, hashOfText } from './hash.ts'
export { type LockedBy, type LockLine, type LockPlace, placeText } from './line.ts'
export {
  candidatesAt,
  LOCK_ATTRIBUTES,
  LOCK_FILE,
  type Lock,
  LockError,
  readLock,
  type UnreadableLine,
  writeLock,
} from './lock.ts'
export { type FilesNow, settleLine } from './settle.ts'
