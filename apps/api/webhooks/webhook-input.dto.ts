import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, ApiProperty } from '@nestjs/swagger';
import { customHeadersProblem, longestHeaderValue, mostHeaders, targetProblem, type CustomHeaders } from '@pps/webhooks';
import {
  IsOptional,
  registerDecorator,
  type ValidationArguments,
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  Matches,
  MaxLength,
  ValidateBy,
} from 'class-validator';
import { eventPatterns, everyEvent, webhookEventNames } from '@pps/webhooks/events';
import { AccountListField } from '../connections/account-list.decorator';
import { TextLength } from '../http/field-rules.decorator';

/** Headers of the client's own, or null; absent stays absent. */
const CustomHeadersField = () =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'object',
      additionalProperties: { type: 'string', minLength: 1, maxLength: longestHeaderValue },
      maxProperties: mostHeaders,
      nullable: true,
      description: 'Headers of your own, sent beside ours. They replace all that were given before; the values are not shown again.',
      example: { Authorization: 'Bearer a-token-of-yours' },
    }),
    IsOptional(),
    AreCustomHeaders(),
  );

function AreCustomHeaders(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'customHeaders',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => customHeadersProblem(value) === null,
        defaultMessage: ({ property: name, value }: ValidationArguments) => `${name} ${customHeadersProblem(value) ?? ''}`,
      },
    });
  };
}

const subscribable: string[] = [...webhookEventNames, ...eventPatterns, everyEvent];

// What libraries of receivers decode alike: of base64url, of base64 without its padding and of characters outside ASCII each makes another key, or none.
// A text that looks like a key of a pair would be taken for one by receivers.
const signingSecret = /^(?!wh(?:sec|pk|sk)_)[\x20-\x7e]+$|^whsec_(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

class WebhookFields {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 16,
    maxLength: 255,
    description: 'Signs deliveries. Without one we make it.',
  })
  @IsOptional()
  @IsString()
  @TextLength(16, 255)
  @Matches(signingSecret, {
    message:
      'secret must be base64 after whsec_, padded with = and without - or _; or else ASCII characters alone, and no key of a pair: receivers could not use it',
  })
  secret?: string | null;

  @ApiPropertyOptional({
    enum: subscribable,
    isArray: true,
    nullable: true,
    description: 'At creation `pin.published` and `pin.failed` when absent.',
  })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsIn(subscribable, { each: true })
  events?: string[] | null;

  @AccountListField('It is sent only events of these accounts; of all when null.')
  platform_account_ids?: string[] | null;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description:
      'Whether a key pair of ours (Ed25519) signs too, beside the secret. The webhook shows its `public_key`; a new secret brings a new pair. At creation none when absent.',
  })
  @IsOptional()
  @IsBoolean()
  has_key_pair?: boolean | null;

  @CustomHeadersField()
  headers?: CustomHeaders | null;

  @ApiPropertyOptional({ type: Boolean, nullable: true, description: 'At creation it is enabled when absent.' })
  @IsOptional()
  @IsBoolean()
  is_enabled?: boolean | null;
}

const longestUrl = 2_048;

/** The form alone, so that it is told beside other faults; where it leads is looked at later. */
const IsTarget = () =>
  ValidateBy({
    name: 'urlParsing',
    validator: {
      validate: (value) => typeof value !== 'string' || value.length > longestUrl || targetProblem(value, 'any') === null,
      defaultMessage: (args) => targetProblem(String(args?.value), 'any') ?? '',
    },
  });

export class WebhookCreateDto extends WebhookFields {
  @ApiProperty({ format: 'uri', maxLength: longestUrl })
  @IsString()
  @MaxLength(longestUrl)
  @IsTarget()
  url!: string;
}

export class WebhookUpdateDto extends WebhookFields {
  @ApiPropertyOptional({ type: String, nullable: true, format: 'uri', maxLength: longestUrl })
  @IsOptional()
  @IsString()
  @MaxLength(longestUrl)
  @IsTarget()
  url?: string | null;
}
