import { AUTH_PATHS } from '#contract/auth.ts'
import { NAME_LENGTH_MAX } from '#domain/limits.ts'
import { paths } from '#app/paths.ts'
import { EMAIL_INPUT } from '#app/ui/email-input.ts'
import { Field } from '#app/ui/Field.tsx'
import { AuthForm } from './AuthForm.tsx'
import { PasswordField } from './PasswordField.tsx'
import { GOOGLE_ERROR_TEXT, signUpErrorText } from './texts.ts'

export default function SignupForm() {
  return (
    <AuthForm
      title="Create your account"
      submitPath={AUTH_PATHS.signUp}
      errorText={signUpErrorText}
      submit={{ label: 'Sign up', busyLabel: 'Creating account...' }}
      google={{ label: 'Sign up with Google', errorText: GOOGLE_ERROR_TEXT.signup }}
      pagePath={paths.signup}
      instead={{ question: 'Already have an account?', label: 'Sign in', to: paths.login }}
    >
      <Field label="Full Name" name="name" autoComplete="name" required maxLength={NAME_LENGTH_MAX} />
      <Field {...EMAIL_INPUT} label="Email" required />
      <PasswordField label="Password" isNew />
    </AuthForm>
  )
}
