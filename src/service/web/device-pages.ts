import { html } from 'hono/html'
import { page } from './page.ts'

export interface DeviceInputView {
  readonly action: string
  readonly xsrf: string
  readonly userCode: string
  readonly failure: keyof typeof FAILURES | undefined
}

const FAILURES = {
  unknown: 'No device shows this code.',
  expired: 'This code has expired. Start again on the device.',
  used: 'This code was used already. Start again on the device.',
  cancelled: 'The connection was cancelled.',
  other: 'This did not work. Start again on the device.',
} as const

/** Asks for the code that a device shows. */
export function deviceInputPage({ action, xsrf, userCode, failure }: DeviceInputView): Promise<string> {
  return page(
    'Connect a device',
    html`${failure === undefined ? '' : html`<p role="alert">${FAILURES[failure]}</p>`}
<form method="post" action="${action}"><input type="hidden" name="xsrf" value="${xsrf}">
<label>Code shown on the device
<input name="user_code" value="${userCode}" autocomplete="off" autocapitalize="characters" spellcheck="false" required></label>
<button>Continue</button></form>`,
  )
}

export interface DeviceConfirmView {
  readonly action: string
  readonly xsrf: string
  readonly userCode: string
  readonly clientName: string
}

/** Has the code compared before anything is signed in to. */
export function deviceConfirmPage({ action, xsrf, userCode, clientName }: DeviceConfirmView): Promise<string> {
  return page(
    'Is this your device?',
    html`<p><strong>${clientName}</strong> should show this code: <code>${userCode}</code>.
Go on only if it does and you started it yourself.</p>
<form method="post" action="${action}"><input type="hidden" name="xsrf" value="${xsrf}">
<input type="hidden" name="user_code" value="${userCode}"><input type="hidden" name="confirm" value="yes">
<button>It shows this code</button> <button name="abort" value="yes">It does not</button></form>`,
  )
}

export function deviceDonePage({ clientName }: { clientName: string | undefined }): Promise<string> {
  return page('Connected', html`<p>${clientName ?? 'The device'} is connected. You can close this page.</p>`)
}
