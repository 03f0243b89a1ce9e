import { html } from 'hono/html'
import { visible } from '../domain/visible.ts'
import { page, theirs } from './page.ts'

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
  const failed = failure !== undefined
  const wrong = failed
    ? html`<div class="say bad" role="alert" id="wrong"><p>${FAILURES[failure]}</p></div>`
    : html`<p>A program on another device asks for access and shows a code. Type that code here.</p>`
  const described = failed ? html`aria-invalid="true" aria-describedby="wrong hint"` : html`aria-describedby="hint"`
  return page(
    'Connect a device',
    html`${wrong}
<form method="post" action="${action}"><input type="hidden" name="xsrf" value="${xsrf}">
<div class="field"><label for="code">Code shown on the device</label>
<small id="hint">Eight letters, as BCDF-GHJK; small or capital makes no difference.</small>
<input id="code" class="code" name="user_code" value="${userCode}" maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" required autofocus ${described}></div>
<div class="acts"><button>Continue</button></div></form>`,
    { failed },
  )
}

export interface DeviceConfirmView {
  readonly action: string
  readonly xsrf: string
  readonly userCode: string
  readonly clientName: string
}

/** Asks the person to compare the code with the one on the device, before any sign-in. */
export function deviceConfirmPage({ action, xsrf, userCode, clientName }: DeviceConfirmView): Promise<string> {
  return page(
    'Is this your device?',
    html`<p><strong>${theirs(clientName)}</strong> should show this code: <code class="big">${visible(userCode)}</code></p>
<div class="say warn" role="note"><p>Go on only if you see it there and have just started that program yourself. Nobody who sends you a
code by message or telephone should have you type it here.</p></div>
<form method="post" action="${action}"><input type="hidden" name="xsrf" value="${xsrf}">
<input type="hidden" name="user_code" value="${userCode}"><input type="hidden" name="confirm" value="yes">
<div class="acts"><button>It shows this code</button><button name="abort" value="yes" class="plain">It does not</button></div></form>`,
  )
}

export function deviceDonePage({ clientName }: { clientName: string | undefined }): Promise<string> {
  const who = clientName === undefined ? 'The device' : theirs(clientName)
  return page(
    'Connected',
    html`<div class="say good" role="status"><p>${who} is connected. You can close this page.</p></div>
<p class="soft">You can end the connection at any time on <a href="/connections">Connections</a>.</p>`,
  )
}
