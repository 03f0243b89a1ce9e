import { type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server'
import { ApiError } from '../client/errors.ts'
import type { CallContext } from './context.ts'
import { ToolRefusal } from './failure.ts'
import type { SignIn, SignInPage } from './sign-in-page.ts'

/** An answer to the offer that comes faster than this is from a program: the host is not asked again for a while. Nothing is spent by it. */
const HUMAN_MS = 1000
/** How long a host is not asked again after it declined by itself, in milliseconds. */
const UNASKABLE_MS = 10 * 60_000

/** The name of the request to sign in, in a multi-round-trip call. */
export const SIGN_IN = 'sign_in'

/**
 * The result of a call that failed because nobody is signed in: a request to open the sign-in page, if the host can do that. The
 * answer only says that the page was opened: `awaitSignIn` waits for the sign-in itself.
 */
export async function offerSignIn(error: unknown, context: CallContext): Promise<InputRequiredResult | undefined> {
  const { signIn, callerState, clock, report } = context.parts
  if (!(error instanceof ApiError && error.code === 'sign_in_required') || signIn === undefined) return undefined
  if (!context.can_open || clock() < (callerState.unaskable.get(SIGN_IN) ?? 0)) return undefined
  try {
    const { url } = await signIn.begin()
    const message = `Sign in at ${signIn.service}, so that this assistant may have files translated there for you. What it may do is shown before you agree.`
    return inputRequired({ inputRequests: { [SIGN_IN]: inputRequired.elicitUrl({ message, url }) } })
  } catch (failed) {
    report('the sign-in page could not be made', failed)
    return undefined
  }
}

/**
 * Waits until the person has signed in on the page, at most as long as a call may wait. The page stays open after that, so that the
 * next call finds the login. Gives the context with the time that is left for waiting; unchanged if there is no sign-in to wait for.
 *
 * @throws {ToolRefusal} sign_in_declined; sign_in_pending, when the person has not finished yet; sign_in_failed
 */
export async function awaitSignIn(context: CallContext): Promise<CallContext> {
  const { answered_sign_in: answer, parts } = context
  const { signIn, clock } = parts
  if (answer === undefined || signIn === undefined) return context
  const page = signIn.pending()
  if (answer.action !== 'accept') throw declined(context, signIn, page)
  // The sign-in has ended meanwhile, or the page was open too long. The call itself shows whether there is a login now.
  if (page === undefined) return context
  const begun = clock()
  await context.progress(0, 'waiting for the sign-in in the browser')
  const end = await ended(page, context)
  if (end === 'open') {
    throw new ToolRefusal('sign_in_pending', [
      'Nothing was changed: the sign-in page is open in the browser, and stays open for some minutes.',
      'Once the person has finished there, make the same call again.',
      `If the browser is on another machine: \`${signIn.command} --device\` in a terminal signs in by a code.`,
    ])
  }
  if (end instanceof Error) {
    throw new ToolRefusal('sign_in_failed', [
      `Nothing was changed: ${end.message}`,
      `Making the same call again offers the page again; \`${signIn.command}\` in a terminal does the same.`,
    ])
  }
  return { ...context, longest_wait: Math.max(0, context.longest_wait - Math.ceil((clock() - begun) / 1000)) }
}

async function ended(page: SignInPage, { signal, longest_wait }: CallContext): Promise<'signed in' | 'open' | Error> {
  const leaving = new AbortController()
  const late = new Promise<'open'>(resolve => {
    const leave = () => resolve('open')
    const timer = setTimeout(leave, longest_wait * 1000)
    signal.addEventListener('abort', leave, { once: true, signal: leaving.signal })
    leaving.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
  const done = page.done.then(
    () => 'signed in' as const,
    (error: unknown) => (error instanceof Error ? error : new Error('the sign-in failed.')),
  )
  return Promise.race([done, late]).finally(() => leaving.abort())
}

/** The refusal after a "no". A host that answers faster than a person can read answered by itself, and is not asked again for a while. */
function declined(
  { answered_sign_in, parts }: CallContext,
  { command }: SignIn,
  page: SignInPage | undefined,
): ToolRefusal {
  const { callerState, clock } = parts
  const quick = page !== undefined && clock() - page.opened_at < HUMAN_MS
  if (quick || answered_sign_in?.failed) callerState.unaskable.set(SIGN_IN, clock() + UNASKABLE_MS)
  page?.cancel()
  return new ToolRefusal('sign_in_declined', [
    'Nothing was changed: the sign-in page was not opened.',
    `Ask the person whether to sign in; \`${command}\` in a terminal does it as well. Then make the same call again.`,
  ])
}
