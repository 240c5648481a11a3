import { Module } from '@nestjs/common';
import { ProfileBody } from './profile-body';
import { ProfileController } from './profile.controller';

@Module({ controllers: [ProfileController], providers: [ProfileBody] })
export class ProfileModule {}
