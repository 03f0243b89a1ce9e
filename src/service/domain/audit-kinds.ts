/** What the audit log keeps. */
export const AUDIT_KINDS = [
  'signed_in',
  'connection_granted',
  'connection_refused',
  'connection_revoked',
  'connections_ended',
  'sign_in_refused',
  'refresh_token_reused',
  'workspace_created',
  'member_added',
  'role_changed',
  'ceiling_changed',
  'member_removed',
  'password_set',
  'invitation_made',
  'invitation_refused',
  'key_created',
  'key_rotated',
  'key_revoked',
  'credits_granted',
  'memory_cleared',
  'settings_changed',
  'spending_approved',
  'result_downloaded',
] as const

export type AuditKind = (typeof AUDIT_KINDS)[number]
