import type { ServiceSettings } from '../service/settings.ts'
import type { Settings } from './settings.ts'

/**
 * What of the settings is for the service inside this program; `public_url` is the address its links begin with, where it is
 * not its own. Nothing of the service is loaded by this.
 */
export function serviceSettings(settings: Settings, public_url?: string): Partial<ServiceSettings> {
  const { engine, source_language, requests_per_minute, link_minutes, upload_minutes } = settings
  const { file_days, idempotency_days, seed_credits, monthly_credits, batch_creation } = settings
  return {
    engine,
    source_language,
    requests_per_minute,
    link_minutes,
    upload_minutes,
    file_days,
    idempotency_days,
    seed_credits,
    ...(monthly_credits === undefined ? {} : { monthly_credits: monthly_credits === 0 ? null : monthly_credits }),
    batch_creation,
    public_url,
  }
}
