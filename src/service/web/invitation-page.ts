import { html } from 'hono/html'
import { page, theirs } from './page.ts'
import { newPasswordFields, type PasswordProblem, passwordOwner, passwordProblem } from './password-fields.ts'

export interface InvitationView {
  readonly name: string
  readonly workspace: string
  /** The secret of the link. */
  readonly token: string
  readonly csrf: string
  readonly problem: PasswordProblem | undefined
}

/** Lets a member set her own password by a one-time link. */
export function invitationPage({ name, workspace, token, csrf, problem }: InvitationView): Promise<string> {
  return page(
    'Set your password',
    html`<p>You are <strong>${theirs(name)}</strong> in <strong>${theirs(workspace)}</strong>. Set the password that you will sign in with. Nobody
else gets to see it. This link works once.</p>
${passwordProblem(problem)}
<form method="post" action="/invitation"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="token" value="${token}">
${passwordOwner(name)}
${newPasswordFields(true)}
<div class="acts"><button>Set password</button></div></form>`,
    { failed: problem !== undefined },
  )
}
