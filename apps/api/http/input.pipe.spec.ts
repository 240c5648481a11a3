import { Invalid } from '@pps/kernel';
import { IsEmail } from 'class-validator';
import { InputPipe } from './input.pipe';

class AddressDto {
  @IsEmail()
  readonly email: string;
}

it('refuses an e-mail address with half a character, at which the validator itself fails', async () => {
  const check = async () => new InputPipe().transform({ email: '\ud83d' }, { type: 'body', metatype: AddressDto });
  await expect(check()).rejects.toThrow(Invalid);
  await expect(check()).rejects.toMatchObject({ errors: [{ loc: ['body', 'email'], type: 'string_unicode' }] });
});
