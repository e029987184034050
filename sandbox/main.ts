/** The sandbox as a process of its own. Prints its addresses as one line of JSON; ends on SIGTERM or SIGINT. */
import { z } from 'zod'
import { PROVIDERS, startSandbox } from './sandbox.ts'

const port = z.coerce.number().int().min(0).max(65_535).default(0)

const settings = z
  .object({
    SANDBOX_PORT: port,
    SANDBOX_HOST: z.string().optional(),
    SANDBOX_PUBLIC_URL: z.url().optional(),
    SANDBOX_STORE_FILE: z.string().optional(),
    SANDBOX_SMTP_PORT: port,
    /** Separated by commas. */
    SANDBOX_PROVIDERS: z
      .string()
      .transform((names) => names.split(','))
      .pipe(z.array(z.enum(PROVIDERS)))
      .optional(),
    SHOP_URL: z.url(),
  })
  .safeParse(process.env)

if (!settings.success) {
  process.stderr.write(`The sandbox can't start.\n${z.prettifyError(settings.error)}\n`)
  process.exit(1)
}

const env = settings.data
try {
  const {
    faults: _,
    close,
    ...addresses
  } = await startSandbox({
    port: env.SANDBOX_PORT,
    host: env.SANDBOX_HOST,
    publicUrl: env.SANDBOX_PUBLIC_URL,
    storeFile: env.SANDBOX_STORE_FILE,
    smtpPort: env.SANDBOX_SMTP_PORT,
    providers: env.SANDBOX_PROVIDERS,
    shopUrl: env.SHOP_URL,
  })
  process.stdout.write(`${JSON.stringify(addresses)}\n`)
  const stop = () => {
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (trouble) {
  process.stderr.write(`${trouble instanceof Error ? trouble.message : trouble}\n`)
  process.exit(1)
}
