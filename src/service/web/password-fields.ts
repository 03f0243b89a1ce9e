import { html } from 'hono/html'
import { PASSWORD_LEAST } from '../domain/members.ts'
import type { Markup } from './page.ts'

/** What was wrong with a password that was typed twice. */
const PROBLEMS = {
  short: `A password has ${PASSWORD_LEAST} to 500 characters. Nothing was changed.`,
  different: 'The two passwords are not the same. Nothing was changed.',
  wrong: 'The old password is not right. Nothing was changed.',
} as const

export type PasswordProblem = keyof typeof PROBLEMS

/** Says what was wrong; nothing where nothing was. */
export function passwordProblem(problem: PasswordProblem | undefined): Markup | '' {
  if (problem === undefined) return ''
  return html`<div class="say bad" role="alert" id="wrong"><p>${PROBLEMS[problem]}</p></div>`
}

/**
 * Whose password it is, for programs that keep passwords; not to be changed. It stands before every password, else they take two
 * forms for one.
 */
export function passwordOwner(name: string): Markup {
  return html`<div class="field"><label for="name">Name</label>
<input id="name" name="name" value="${name}" autocomplete="username" readonly></div>`
}

/** The fields for a new password, typed twice. */
export function newPasswordFields(focused: boolean): Markup {
  return html`<div class="field"><label for="new">New password</label><small id="length">${PASSWORD_LEAST} characters or more. A few words in a row are easy to remember.</small>
<input id="new" name="new" type="password" autocomplete="new-password" minlength="${PASSWORD_LEAST}" required aria-describedby="length"${focused ? html` autofocus` : ''}></div>
<div class="field"><label for="again">New password again</label>
<input id="again" name="again" type="password" autocomplete="new-password" required></div>`
}
