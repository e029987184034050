/** The second factor of staff: app codes (TOTP, RFC 6238) and backup codes. Each is accepted once. */
import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { SECOND_MS } from '#domain/time.ts'
import type { Db } from '#server/db/open.ts'
import { staff, staffBackupCode } from '#server/db/staff-schema.ts'
import { createEncryption, deriveKey } from '#server/encryption.ts'

const PERIOD_S = 30
/** Clocks of phones are off by up to this many steps. */
const STEPS_OFF = 1
const SECRET_BYTES = 20
const BACKUP_CODES = 10
const BACKUP_CODE_BYTES = 5

export interface SecondFactor {
  /** Encrypted for the database. */
  createSecret(): Promise<string>
  /** Base32, as apps expect it. */
  readSecret(encrypted: string): Promise<string>
  /** The time step of the code; null if it is wrong. Does not consume it. */
  stepOf(encrypted: string, code: string, now: Date): Promise<number | null>
  /** Consumes an app code: false if it is wrong or already used. */
  acceptTotp(db: Db, staffMember: StaffSecret, code: string, now: Date): Promise<boolean>
  /** Consumes a backup code. */
  acceptBackupCode(db: Db, staffId: string, code: string): Promise<boolean>
  /** Replaces the backup codes and returns the new ones; only their hashes are stored. */
  renewBackupCodes(db: Db, staffId: string): Promise<string[]>
}

interface StaffSecret {
  readonly id: string
  readonly totpSecret: string
}

/**
 * Keys derive from the server's secret. During a rotation, second factors under `previousSecret` are accepted too, and
 * the app's secret is encrypted again when its code is used. Without the previous secret they are void: `npm run staff
 * -- invite` renews them.
 */
export function createSecondFactor(serverSecret: string, previousSecret: string | null = null): SecondFactor {
  const encryption = createEncryption({
    secret: serverSecret,
    previousSecret,
    use: 'staff: secrets of the second factor',
  })
  const codeKeyFrom = (secret: string) => deriveKey(secret, 'staff: backup codes')
  const codeKey = codeKeyFrom(serverSecret)
  const codeKeys = previousSecret === null ? [codeKey] : [codeKey, codeKeyFrom(previousSecret)]
  const hashOf = (code: string, key = codeKey) =>
    createHmac('sha256', key).update(normalized(code)).digest('base64url')

  async function readSecret(encrypted: string): Promise<string> {
    const secret = await encryption.decrypt(encrypted)
    if (secret === null) throw new Error('The secret was encrypted by another key')
    return secret
  }

  async function stepOf(encrypted: string, code: string, now: Date): Promise<number | null> {
    const secret = await encryption.decrypt(encrypted)
    if (secret === null) return null
    const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S })
    const offset = totp.validate({ token: normalized(code), timestamp: now.getTime(), window: STEPS_OFF })
    return offset === null ? null : Math.floor(now.getTime() / (PERIOD_S * SECOND_MS)) + offset
  }

  return {
    createSecret: () => encryption.encrypt(new Secret({ size: SECRET_BYTES }).base32),
    readSecret,
    stepOf,
    async acceptTotp(db, { id, totpSecret }, code, now) {
      const step = await stepOf(totpSecret, code, now)
      if (step === null) return false
      const accepted = await db
        .update(staff)
        .set({
          totpStep: step,
          ...(previousSecret !== null && {
            totpSecret: await encryption.encrypt(await readSecret(totpSecret)),
          }),
        })
        .where(and(eq(staff.id, id), eq(staff.totpSecret, totpSecret), lt(staff.totpStep, step)))
        .returning({ id: staff.id })
      return accepted.length > 0
    },
    async acceptBackupCode(db, staffId, code) {
      const hashes = codeKeys.map((key) => hashOf(code, key))
      const used = await db
        .delete(staffBackupCode)
        .where(and(eq(staffBackupCode.staffId, staffId), inArray(staffBackupCode.codeHash, hashes)))
        .returning({ staffId: staffBackupCode.staffId })
      return used.length > 0
    },
    async renewBackupCodes(db, staffId) {
      const codes = Array.from({ length: BACKUP_CODES }, createBackupCode)
      await db.delete(staffBackupCode).where(eq(staffBackupCode.staffId, staffId))
      await db.insert(staffBackupCode).values(codes.map((code) => ({ staffId, codeHash: hashOf(code) })))
      return codes
    },
  }
}

/** `q7hk-2mzp`: forty random bits; the server's key in the hash protects them in a copy of the database. */
function createBackupCode(): string {
  const letters = new Secret({ buffer: new Uint8Array(randomBytes(BACKUP_CODE_BYTES)).buffer }).base32
  return letters.toLowerCase().replace(/^.{4}/, '$&-')
}

/** People type codes with and without gaps. */
function normalized(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase()
}
