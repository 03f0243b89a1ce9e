import type { Elsewhere } from '../support/attack-table.ts'

const OAUTH = 'test/service/oauth'
const LOCKOUT = `${OAUTH}/lockout.test.ts`
const INVITATION = `${OAUTH}/invitation.test.ts`
const ACCOUNT = `${OAUTH}/account.test.ts`

/** Attacks on how members sign in and on what is theirs, which tests outside this folder try. */
export const ON_MEMBERS: readonly Elsewhere[] = [
  ['Sign-in', 'wrong passwords for one member lock out others', LOCKOUT, 'for one name lock out no other member'],
  ['Sign-in', 'wrong passwords lock a member out from elsewhere', LOCKOUT, 'lock the name at the address'],
  ['Sign-in', 'a name is also tried with its workspace', LOCKOUT, 'are one count for a name with and without'],
  ['Sign-in', 'a subscriber changes the end of her IPv6 address', LOCKOUT, 'are counted by the network'],
  ['Sign-in', 'answers tell whether there is a member of a name', LOCKOUT, 'tell nobody whether a name exists'],
  ['Sign-in', 'a name is guessed at from many addresses', LOCKOUT, 'from many addresses leave the member some tries'],
  ['Sign-in', 'one password is tried for many names', LOCKOUT, 'for many names end at an address'],
  ['Sign-in', 'many tries at the same moment', LOCKOUT, 'at the same moment do not pass'],
  ['Sign-in', 'the server is started again to clear the count', LOCKOUT, 'are counted over a restart'],
  [
    'Sign-in',
    'names without end fill the disk, or push out the count of one',
    'test/service/store/sign-in-tries.test.ts',
    'names without end are bounded in rows',
  ],
  ['Sign-in', 'the sign-in is told to lead to another site', ACCOUNT, 'is for her alone: without a sign-in'],
  [
    'Sign-in',
    'a signing key is kept for ever',
    `${OAUTH}/signing-keys.test.ts`,
    'changes by command, in every process',
  ],

  [
    'Members',
    'a connection from before a new password',
    `${OAUTH}/endings.test.ts`,
    'ends each connection made before',
  ],
  ['Members', 'a browser from before a new password', `${OAUTH}/endings.test.ts`, 'signs out every browser'],
  [
    'Members',
    'a consent page from before a new password',
    `${OAUTH}/endings.test.ts`,
    'leaves nothing to a consent page',
  ],
  [
    'Members',
    'a device that was approved before a new password',
    `${OAUTH}/endings.test.ts`,
    'leaves nothing to a device',
  ],
  ['Members', 'the link of an invitation is used twice', INVITATION, 'works once: opening the page'],
  ['Members', 'two use the link of an invitation at once', INVITATION, 'of two that are sent at the same moment'],
  ['Members', 'the link of an invitation is used late', INVITATION, 'ends after a day'],
  [
    'Members',
    'the link of an invitation is guessed, or read from the data folder',
    INVITATION,
    'is kept as a hash alone',
  ],
  ['Members', 'another site answers an invitation', INVITATION, 'is answered by its own page alone'],
  ['Members', 'a password is guessed in a browser that was left signed in', ACCOUNT, 'is not guessed from a browser'],
  ['Members', 'another site changes a password', ACCOUNT, 'is changed by its own page alone'],
  [
    'Members',
    'strangers push what happened out of the audit log',
    'test/service/store/audit.test.ts',
    'strangers from any number of addresses',
  ],
  [
    'Members',
    'a name moves the terminal of who reads the audit log',
    'test/cli/audit.slow.test.ts',
    'holds no password, no token',
  ],
]
